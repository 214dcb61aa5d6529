import { Client } from 'undici'
import { type Accounts, placeBooking } from '../../bench/load/accounts.ts'

/** Places bookings with eight clients, each as fast as it is answered. @throws if one is refused for long */
export async function placeMany(url: string, accounts: Accounts, count: number): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const client = new Client(url)
      while (next < count) {
        const call = placeBooking(accounts, next++)
        const { statusCode, body } = await client.request({ ...call, body: call.body ?? null })
        const text = await body.text()
        if (statusCode === 503) next -= 1
        else if (statusCode !== 201) throw new Error(`${statusCode}: ${text}`)
      }
      await client.close()
    }),
  )
}
