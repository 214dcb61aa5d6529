import { readAudit } from '@jaanch/tests/support/audit'
import { refusal } from '@jaanch/tests/support/client'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { type AllStatedFacts, factCalls } from './api.ts'

const it = stackTest({ workers: false })

// the facts belong to the whole installation, and other files expect those of the specification
it.afterEach(({ stack }) => stack.database.asOwner("delete from settings where key = 'facts'"))

it('everybody reads what an admin replaced or hid, and nothing else', async ({ stack, admin }) => {
  const read = async (): Promise<unknown> => (await fetch(stack.url + factCalls.getFacts.path)).json()
  expect(await read()).toEqual({})
  const set = (version: number, facts: AllStatedFacts) =>
    admin.client.call(factCalls.setFacts, { body: { version, facts } })

  const facts = { landingCustomers: '1,200', landingRating: null, bannerTitle: null, packageRating: '4.2' }
  expect(await set(0, facts)).toEqual({ version: 1, facts })
  expect(await read()).toEqual(facts)
  expect(await admin.client.call(factCalls.getAdminFacts)).toEqual({ version: 1, facts })
  // the whole set: a fact that is missing is as specified again
  expect(await set(1, { landingCustomers: '1,200' })).toMatchObject({ version: 2 })
  expect(await read()).toEqual({ landingCustomers: '1,200' })

  const entries = await readAudit(stack, { actor: `admin:${admin.id}` })
  expect(entries.map(({ details }) => details)).toEqual([
    { version: 1, facts: 'landingCustomers, landingRating, packageRating, bannerTitle' },
    { version: 2, facts: 'landingRating, packageRating, bannerTitle' },
  ])
})

it('when two admins change the facts at once, one of them is refused with a sentence', async ({
  stack,
  admin,
}) => {
  const set = (version: number, landingLabs: string) =>
    admin.client.ask(factCalls.setFacts, { body: { version, facts: { landingLabs } } })
  for (const version of [0, 1]) {
    const answers = await Promise.all([set(version, `${version}a`), set(version, `${version}b`)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(
      refusal(
        'conflict',
        'Somebody else saved these facts a moment ago. Please look at theirs, and save again.',
      ),
    )
  }
  const { facts, version } = await admin.client.call(factCalls.getAdminFacts)
  expect(version).toBe(2)
  // a request whose answer was lost
  expect(await set(1, facts.landingLabs ?? '')).toMatchObject({ status: 200, body: { version: 2 } })
  const { rows } = await stack.database.asOwner(
    `select count(*)::int as n from audit where action = 'facts-changed' and details ->> 'facts' = 'landingLabs'`,
  )
  expect(rows).toEqual([{ n: 2 }])
})

it('a value that its place cannot show is refused, and so is a fact that does not exist', async ({
  admin,
}) => {
  for (const facts of [{ packageRating: '9.9' }, { bannerText: 'x'.repeat(121) }, { somethingElse: '1' }]) {
    const answer = await admin.client.ask(factCalls.setFacts, { body: { version: 0, facts } })
    expect(answer.status, JSON.stringify(facts)).toBe(422)
  }
  const kept = await admin.client.call(factCalls.setFacts, {
    body: { version: 0, facts: { bannerText: ' One\n line\u200b ' } },
  })
  expect(kept.facts).toEqual({ bannerText: 'One line' })
})

it('a stored fact that a later release knows is omitted, and the others are read', async ({
  stack,
  admin,
}) => {
  const facts = { landingCustomers: '1,200' }
  await stack.database.asOwner("insert into settings (key, value) values ('facts', $1)", [
    JSON.stringify({ version: 1, facts: { ...facts, factOfLaterRelease: 'x' } }),
  ])
  expect(await admin.client.call(factCalls.getAdminFacts)).toEqual({ version: 1, facts })
  expect(await (await fetch(stack.url + factCalls.getFacts.path)).json()).toEqual(facts)
})

it('browsers keep the public facts and ask whether they changed', async ({ stack, admin }) => {
  const read = (etag?: string) =>
    fetch(stack.url + factCalls.getFacts.path, { headers: etag ? { 'if-none-match': etag } : {} })
  const etag = (await read()).headers.get('etag') ?? ''
  expect((await read(etag)).status).toBe(304)
  await admin.client.call(factCalls.setFacts, { body: { version: 0, facts: { settingsPhone: null } } })
  expect((await read(etag)).status).toBe(200)
})
