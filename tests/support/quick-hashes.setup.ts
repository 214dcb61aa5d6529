import { vi } from 'vitest'

type Argon2 = { hash(password: string, cost: { memoryCost: number; timeCost: number }): Promise<string> }

/** The tests hash thousands of passwords: at the product's cost, which auth/passwords.test.ts proves, each takes a core for 20 ms. */
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<Argon2>()
  return { ...real, hash: (password: string) => real.hash(password, { memoryCost: 8, timeCost: 1 }) }
})
