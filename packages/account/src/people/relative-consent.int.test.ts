import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { auditedActions } from '@jaanch/tests/support/audit'
import { createClient, refusal } from '@jaanch/tests/support/client'
import type { Customer } from '@jaanch/tests/support/people'
import { withStoppedClock } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { readErasureLedger } from '../privacy/erasure-ledger.ts'
import { peopleCalls } from './api.ts'
import { relativeConsent } from './relative-consent.ts'

const { getRelativeConsent, giveRelativeConsent, withdrawRelativeConsent } = peopleCalls
const body = { version: relativeConsent.version }

type Member = { relationship: 'Father' | 'Daughter' | 'Brother' | 'child'; dateOfBirth?: string }

async function add({ client }: Customer, member: Member) {
  const { id } = await client.call(peopleCalls.addFamilyMember, { body: { name: 'Ravi Rao', ...member } })
  return { id }
}

const now = new Date()
const today = istDate(now)
/** IST date on which somebody was born who has a birthday today, years ago */
const bornYearsAgo = (years: number) =>
  `${Number(today.slice(0, 4)) - years}${today.slice(4).replace('-02-29', '-02-28')}`

describe('the agreement of a family member', () => {
  it('is needed from the eighteenth birthday on; without a date of birth the relationship decides', async ({
    stack,
    customer,
  }) => {
    const client = createClient(await withStoppedClock(stack, now), customer.token)
    const isNeeded = async (member: Member) =>
      (await client.call(getRelativeConsent, { params: await add(customer, member) })).isNeeded
    expect(await isNeeded({ relationship: 'Daughter', dateOfBirth: bornYearsAgo(18) })).toBe(true)
    expect(await isNeeded({ relationship: 'Daughter', dateOfBirth: addDays(bornYearsAgo(18), 1) })).toBe(
      false,
    )
    expect(await isNeeded({ relationship: 'Father' })).toBe(true)
    expect(await isNeeded({ relationship: 'Brother' })).toBe(true)
    expect(await isNeeded({ relationship: 'Brother', dateOfBirth: bornYearsAgo(9) })).toBe(false)
    expect(await isNeeded({ relationship: 'Daughter' })).toBe(false)
  })

  it.for([
    {
      of: 'a birth date that makes a child of an adult',
      before: { relationship: 'Father', dateOfBirth: bornYearsAgo(58) },
      after: { dateOfBirth: bornYearsAgo(8) },
    },
    {
      of: 'a relationship that makes a child of an adult',
      before: { relationship: 'Father' },
      after: { relationship: 'child' },
    },
    { of: 'a name', before: { relationship: 'Father' }, after: { name: 'Ravi Kumar' } },
  ] as const)(
    'is withdrawn by an edit of $of, and needed as before',
    async ({ before, after }, { customer, stack }) => {
      const params = await add(customer, before)
      await customer.client.call(giveRelativeConsent, { params, body })
      const edited = { name: 'Ravi Rao', ...before, ...after }
      await customer.client.call(peopleCalls.changeFamilyMember, { params, body: edited })
      expect(await customer.client.call(getRelativeConsent, { params })).toMatchObject({
        isNeeded: true,
        givenAt: null,
      })
      const actions = await auditedActions(stack, { object: `family-member:${params.id}` })
      expect(actions.at(-1)).toBe('relative-consent-withdrawn')
    },
  )

  it('stays given when nothing that identifies the person is edited, and is withdrawn when the person is removed', async ({
    customer,
  }) => {
    const params = await add(customer, { relationship: 'Father' })
    await customer.client.call(giveRelativeConsent, { params, body })
    const edited = { name: 'Ravi Rao', relationship: 'Father' as const, phone: '9876543210' }
    await customer.client.call(peopleCalls.changeFamilyMember, { params, body: edited })
    const givenAt = async () => (await customer.client.call(getRelativeConsent, { params })).givenAt
    expect(await givenAt()).not.toBeNull()
    await customer.client.ask(peopleCalls.removeFamilyMember, { params })
    expect(await givenAt()).toBeNull()
  })

  it('is needed from the earliest eighteenth birthday that was recorded, in the database itself', async ({
    customer,
    stack,
  }) => {
    const params = await add(customer, {
      relationship: 'Daughter',
      dateOfBirth: addDays(bornYearsAgo(18), 2),
    })
    await stack.database.asOwner(
      `update family_members set date_of_birth = $2, relationship = 'Son', adult_from = 'infinity' where id = $1`,
      [params.id, bornYearsAgo(3)],
    )
    const inFourDays = new Date(now.getTime() + 4 * 86_400_000)
    const client = createClient(await withStoppedClock(stack, inFourDays), customer.token)
    expect((await client.call(getRelativeConsent, { params })).isNeeded).toBe(true)
  })

  it('is recorded once, stays as a row when it is withdrawn, and can be given again', async ({
    customer,
    stack,
  }) => {
    const params = await add(customer, { relationship: 'Father' })
    expect(await customer.client.call(getRelativeConsent, { params })).toMatchObject({
      name: 'Ravi Rao',
      isNeeded: true,
      givenAt: null,
      version: relativeConsent.version,
    })
    const answers = await Promise.all(
      [1, 2, 3].map(() => customer.client.call(giveRelativeConsent, { params, body })),
    )
    expect(new Set(answers.map(({ givenAt }) => givenAt)).size).toBe(1)
    expect((await customer.client.ask(withdrawRelativeConsent, { params })).status).toBe(204)
    expect((await customer.client.ask(withdrawRelativeConsent, { params })).status).toBe(204)
    expect((await customer.client.call(getRelativeConsent, { params })).givenAt).toBeNull()
    expect((await customer.client.call(giveRelativeConsent, { params, body })).givenAt).not.toBeNull()
    const { rows } = await stack.database.asOwner(
      `select withdrawn_at is null as open from relative_consents where family_member_id = $1 order by id`,
      [params.id],
    )
    expect(rows).toEqual([{ open: false }, { open: true }])
    expect(await auditedActions(stack, { object: `family-member:${params.id}` })).toEqual([
      'relative-consent-given',
      'relative-consent-withdrawn',
      'relative-consent-given',
    ])
  })

  it('is withdrawn once the ledger outside the database says so, and not while that can’t be written', async ({
    customer,
    stack,
    onTestFinished,
  }) => {
    const home = await mkdtemp(join(tmpdir(), 'consents-'))
    onTestFinished(() => rm(home, { recursive: true }))
    const params = await add(customer, { relationship: 'Father' })
    await customer.client.call(giveRelativeConsent, { params, body })
    const withdraw = async (erasureLedger: string) => {
      const { ask } = createClient(await stack.anotherApi({ erasureLedger }), customer.token)
      return (await ask(withdrawRelativeConsent, { params })).status
    }
    const [file, ledger] = [join(home, 'a-file'), join(home, 'ledger')]
    await writeFile(file, '')
    expect(await withdraw(file)).toBe(503)
    expect((await customer.client.call(getRelativeConsent, { params })).givenAt).not.toBeNull()
    expect([await withdraw(ledger), await withdraw(ledger)]).toEqual([204, 204])
    expect((await readErasureLedger(ledger)).map(({ kind, id }) => [kind, id])).toEqual([
      ['consent-withdrawn', params.id],
    ])
  })

  it('is not given to a text of another version', async ({ customer }) => {
    const params = await add(customer, { relationship: 'Father' })
    const answer = await customer.client.ask(giveRelativeConsent, { params, body: { version: 99 } })
    expect(answer).toMatchObject(refusal('conflict', 'The text has changed. Please read it again.'))
  })
})
