import { createPackage } from '@jaanch/tests/support/people'
import { ownStackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'

const it = ownStackTest({ workers: false })

it('a list of packages contains each committed change at once, through every API process', async ({
  stack,
}) => {
  const other = await stack.anotherApi()
  const namesAt = async (url: string) => {
    const packages = (await (await fetch(`${url}/api/packages`)).json()) as { name: string }[]
    return packages.map(({ name }) => name)
  }
  const id = await createPackage(stack.database, { name: 'First' })
  for (let round = 0; round < 10; round += 1) {
    await stack.database.asOwner('update packages set name = $2 where id = $1', [id, `Name ${round}`])
    for (const url of [stack.url, other]) expect(await namesAt(url)).toEqual([`Name ${round}`])
  }
})

it('a client that has the list gets 304 until it changes', async ({ stack }) => {
  const id = await createPackage(stack.database, { name: 'Kept' })
  const ask = (etag: string) =>
    fetch(`${stack.url}/api/packages`, { headers: { 'if-none-match': etag }, cache: 'no-store' })
  const etag = (await ask('"none"')).headers.get('etag') ?? ''
  expect((await ask(`"other", W/${etag}`)).status).toBe(304)
  await stack.database.asOwner('update packages set price = price + 100 where id = $1', [id])
  const changed = await ask(etag)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
})
