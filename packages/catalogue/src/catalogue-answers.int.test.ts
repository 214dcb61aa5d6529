import { randomUUID } from 'node:crypto'
import { createPackage } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import type pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { createCatalogueAnswers } from './catalogue-answers.ts'

const it = stackTest({ workers: false })

it('a list of packages contains each committed change at once, through every API process', async ({
  stack,
}) => {
  const other = await stack.anotherApi()
  const id = await createPackage(stack.database, { name: 'A list' })
  const nameAt = async (url: string) => {
    const packages = (await (await fetch(`${url}/api/packages`)).json()) as { id: string; name: string }[]
    return packages.find((each) => each.id === id)?.name
  }
  for (let round = 0; round < 10; round += 1) {
    await stack.database.asOwner('update packages set name = $2 where id = $1', [id, `A list ${round}`])
    for (const url of [stack.url, other]) expect(await nameAt(url)).toBe(`A list ${round}`)
  }
})

it('a client that has the list gets 304 until it changes', async ({ stack }) => {
  // one that has kept no answers, which ratings of other files would change after ten seconds
  const url = await stack.anotherApi()
  const id = await createPackage(stack.database, { name: 'Kept' })
  const ask = (etag: string) =>
    fetch(`${url}/api/packages`, { headers: { 'if-none-match': etag }, cache: 'no-store' })
  const etag = (await ask('"none"')).headers.get('etag') ?? ''
  expect((await ask(`"other", W/${etag}`)).status).toBe(304)
  await stack.database.asOwner('update packages set price = price + 100 where id = $1', [id])
  const changed = await ask(etag)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
})

it('a change of a rating shows after ten seconds at the earliest, a change of a package at once, and of many answers the oldest goes', async ({
  stack,
}) => {
  let time = 0
  const answerOf = createCatalogueAnswers(stack.database.pool, () => time)
  let made = 0
  const takePlace = async () => {}
  const ask = (key = 'list') =>
    answerOf(key, takePlace, async () => {
      made += 1
      return { answer: made }
    })
  const reviewId = randomUUID()
  onTestFinished(
    async () => void (await stack.database.asOwner('delete from reviews where booking_id = $1', [reviewId])),
  )
  const review = () =>
    stack.database.asOwner(
      'insert into reviews (booking_id, customer_id, package_ids, stars) values ($1, $1, array[$1::uuid], 5)',
      [reviewId],
    )
  await ask()
  await review()
  time = 9_999
  await ask()
  expect(made).toBe(1)
  time = 10_000
  await ask()
  expect(made).toBe(2)
  // without another review nothing is made again
  time = 60_000
  await ask()
  expect(made).toBe(2)
  await createPackage(stack.database)
  await ask()
  expect(made).toBe(3)

  for (let n = 0; n < 200; n += 1) await ask(`page ${n}`)
  await ask('page 199')
  expect(made).toBe(203)
  await ask()
  expect(made).toBe(204)
})

it('what was made on one day in India is made again on the next, when price lists begin and end', async () => {
  const rows = [{ id: 'a', ratingsId: 'b', today: '2026-11-08' }]
  const answerOf = createCatalogueAnswers({ query: async () => ({ rows }) } as unknown as pg.Pool)
  let made = 0
  const ask = () =>
    answerOf(
      'list',
      async () => {},
      async () => {
        made += 1
        return { answer: made }
      },
    )
  await ask()
  await ask()
  expect(made).toBe(1)
  rows[0] = { id: 'a', ratingsId: 'b', today: '2026-11-09' }
  await ask()
  expect(made).toBe(2)
})
