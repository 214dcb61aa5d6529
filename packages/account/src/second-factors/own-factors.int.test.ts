import { randomUUID } from 'node:crypto'
import { auditedActions } from '@jaanch/tests/support/audit'
import { createAuthenticator } from '@jaanch/tests/support/authenticator'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { createApprovedLab, type Lab, password, registerCustomer } from '@jaanch/tests/support/people'
import { type Stack, testSecret } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { type TOTP, URI } from 'otpauth'
import { describe, expect } from 'vitest'
import { contactCalls } from '../contacts/api.ts'
import { authCalls } from '../sessions/api.ts'
import { type SecondFactorRefusal, type SetUp, secondFactorCalls } from './api.ts'

const minute = 60_000
const stepMs = 30_000
/** The time of the API under test, in the middle of a step: no code becomes old while a test runs. */
const at = Math.floor(Date.now() / stepMs) * stepMs + stepMs / 2
const clock = (laterMs = 0) => ({ now: () => new Date(at + laterMs) })

const it = stackTest({ workers: false })
  .extend('url', { scope: 'file' }, ({ stack }) => stack.anotherApi(clock()))
  .extend('freshLab', ({ url, admin }) => createApprovedLab(url, admin))

/** The code of an app, `steps` later than now */
const codeOf = (app: TOTP, steps = 0) => app.generate({ timestamp: at + steps * stepMs })
const wrongCode = (app: TOTP) => String((Number(codeOf(app)) + 500_000) % 1_000_000).padStart(6, '0')

const begin = ({ client }: Lab, body: object = { password }) =>
  client.ask(secondFactorCalls.beginSecondFactorChange, { body })

/** The recovery codes that a lab has left */
const recoveryCodesOf = new Map<string, string[]>()

/** A ticket for a change; who has a second factor proves it with a recovery code. */
async function prove(lab: Lab): Promise<SetUp> {
  const begun = await begin(lab)
  if (begun.status === 200) return begun.body
  const { ticket } = begun.body
  const proven = await begin(lab, { ticket, recoveryCode: recoveryCodesOf.get(lab.id)?.pop() })
  expect(proven.status).toBe(200)
  return proven.body
}

/** The codes that were mailed to a user, oldest first */
async function mailedCodes(stack: Stack, lab: Pick<Lab, 'id'>): Promise<string[]> {
  return [...(await mailsTo(stack, lab)).matchAll(/^\d{6}$/gm)].map(([code]) => code)
}

async function add(stack: Stack, lab: Lab, ticket: string, factor: object) {
  const body = { ticket, ...factor, setUpCode: (await mailedCodes(stack, lab)).at(-1) }
  const added = await lab.client.ask(secondFactorCalls.addSecondFactor, { body })
  if (added.body.recoveryCodes) recoveryCodesOf.set(lab.id, [...added.body.recoveryCodes])
  return added
}

async function addApp(stack: Stack, lab: Lab) {
  const { ticket, uri } = await prove(lab)
  const app = URI.parse(uri) as TOTP
  const { body } = await add(stack, lab, ticket, { code: codeOf(app, -1) })
  return { app, recoveryCodes: body.recoveryCodes ?? [] }
}

async function addPasskey(stack: Stack, lab: Lab, authenticator = createAuthenticator()) {
  const { ticket, passkey } = await prove(lab)
  return add(stack, lab, ticket, { passkey: authenticator.create(passkey as { challenge: string }) })
}

/** The first step of a login that has a second one */
async function logIn(url: string, { email }: Pick<Lab, 'email'>) {
  const answer = await createClient(url).raw<SecondFactorRefusal>(authCalls.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('set-cookie')).toBeNull()
  return answer.body
}

async function ticketOf(url: string, lab: Lab) {
  const refused = await logIn(url, lab)
  if (refused.code !== 'second-factor-needed') throw new Error(refused.code)
  return refused
}

const answer = (url: string, body: object) =>
  createClient(url).ask(secondFactorCalls.answerSecondFactor, { body })

const actionsOf = (stack: Stack, { id }: Lab) => auditedActions(stack, { userId: id }, /factor|recovery/)

async function mailsTo({ database }: Stack, { id }: Pick<Lab, 'id'>): Promise<string> {
  const { rows } = await database.asOwner(
    'select body from outbox where recipient_user_id = $1 order by created_at',
    [id],
  )
  return rows.map(({ body }) => body).join('\n')
}

describe('a login without a second factor', () => {
  it('can only set one up where staff must have one; customers are not asked [V6.3.3]', async ({
    stack,
    freshLab,
  }) => {
    const url = await stack.anotherApi({ ...clock(), requireStaffMfa: true })
    const { email } = await registerCustomer(url)
    await createClient(url).call(authCalls.login, { body: { email, password } })
    const refused = await logIn(url, freshLab)
    if (refused.code !== 'second-factor-required') throw new Error(refused.code)
    const { ticket, uri } = refused.setUp
    const app = URI.parse(uri) as TOTP
    expect(await answer(url, { ticket, code: codeOf(app) })).toMatchObject(refusal('ticket-void'))
    expect(await createClient(url, ticket).ask(authCalls.getMe)).toMatchObject(refusal('not-signed-in'))

    const visitor = { ...freshLab, client: createClient(url) }
    const { body: added } = await add(stack, visitor, ticket, { code: codeOf(app) })
    expect(added.recoveryCodes).toHaveLength(10)
    const client = createClient(url, added.session?.token)
    expect((await client.call(authCalls.getMe)).id).toBe(freshLab.id)

    const { factors, isRequired } = await client.call(secondFactorCalls.listSecondFactors)
    expect(isRequired).toBe(true)
    const change = await prove({ ...freshLab, client })
    const removal = { params: { id: factors[0]?.id ?? '' }, body: { ticket: change.ticket } }
    expect(await client.ask(secondFactorCalls.removeSecondFactor, removal)).toMatchObject(
      refusal('factor-required'),
    )
  })
})

describe('the first second factor', () => {
  it('is set up by nobody who knows the password alone: it needs the code that is mailed for it [V6.3.3]', async ({
    stack,
    freshLab,
  }) => {
    const [other, begun] = [await begin(freshLab), await begin(freshLab)]
    const { ticket, uri, needsCode } = begun.body
    expect(needsCode).toBe(true)
    const code = codeOf(URI.parse(uri) as TOTP)
    const [otherCode, setUpCode = ''] = await mailedCodes(stack, freshLab)
    const tryWith = (setUpCode?: string, of = ticket) =>
      freshLab.client.ask(secondFactorCalls.addSecondFactor, { body: { ticket: of, code, setUpCode } })
    for (const wrong of [undefined, otherCode === setUpCode ? '' : otherCode])
      expect(await tryWith(wrong)).toMatchObject({ status: 422 })
    expect(await tryWith('AAAA-BBBB-CCCC-DDDD')).toMatchObject(
      refusal('wrong-code', 'The code from the email is not correct. Please check it and try again.'),
    )
    const { factors } = await freshLab.client.call(secondFactorCalls.listSecondFactors)
    expect(factors).toEqual([])

    expect((await tryWith(`${setUpCode.slice(0, 3)} ${setUpCode.slice(3)}`)).status).toBe(200)
    // whoever stole the password before must not change with an old ticket what its owner set up
    const old = { ticket: other.body.ticket }
    expect(await tryWith(otherCode, old.ticket)).toMatchObject(refusal('ticket-void'))
    const renewal = await freshLab.client.ask(secondFactorCalls.renewRecoveryCodes, { body: old })
    expect(renewal).toMatchObject(refusal('ticket-void'))
  })

  it('cannot be set up by guessing the code: five tries with a ticket, ten mails an hour', async ({
    stack,
    freshLab,
  }) => {
    const { ticket } = (await begin(freshLab)).body
    const tryWith = (setUpCode?: string) =>
      freshLab.client.ask(secondFactorCalls.addSecondFactor, { body: { ticket, code: '000000', setUpCode } })
    for (let n = 0; n < 5; n += 1)
      expect(await tryWith('no code')).toMatchObject(refusal('wrong-code', expect.anything()))
    const [code] = await mailedCodes(stack, freshLab)
    expect(await tryWith(code)).toMatchObject(refusal('ticket-void'))
    for (let n = 1; n < 10; n += 1) expect((await begin(freshLab)).status).toBe(200)
    expect((await begin(freshLab)).status).toBe(429)
    expect(await mailedCodes(stack, freshLab)).toHaveLength(10)
  })
})

describe('an authenticator app', () => {
  it('is asked for its code after the password, and each code opens one session [V16.3.1]', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { app } = await addApp(stack, freshLab)
    const { rows } = await stack.database.asOwner('select secret from second_factors where user_id = $1', [
      freshLab.id,
    ])
    expect(rows[0].secret.includes(Buffer.from(app.secret.bytes))).toBe(false)
    const { ticket, hasApp, passkey } = await ticketOf(url, freshLab)
    expect({ hasApp, passkey }).toEqual({ hasApp: true, passkey: null })
    const opened = await answer(url, {
      ticket,
      code: ` ${codeOf(app).slice(0, 3)} ${codeOf(app).slice(3)}`,
    })
    expect(opened.status).toBe(200)
    expect(opened.body.user.id).toBe(freshLab.id)

    expect(await answer(url, { ticket, code: codeOf(app, 1) })).toMatchObject(refusal('ticket-void'))
    const { ticket: next } = await ticketOf(url, freshLab)
    expect(await answer(url, { ticket: next, code: codeOf(app) })).toMatchObject(
      refusal('wrong-second-factor'),
    )
    expect((await answer(url, { ticket: next, code: codeOf(app, 1) })).status).toBe(200)
    expect(await actionsOf(stack, freshLab)).toEqual(['second-factor-added', 'second-factor-failed'])
  })

  it('lets one of two logins in that send the same code at the same time [V6.5.1]', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { app } = await addApp(stack, freshLab)
    const tickets = [await ticketOf(url, freshLab), await ticketOf(url, freshLab)]
    const answers = await Promise.all(tickets.map(({ ticket }) => answer(url, { ticket, code: codeOf(app) })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('may be guessed five times with a ticket and ten times an hour; a new password begins anew [V6.6.3]', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { app } = await addApp(stack, freshLab)
    for (let n = 0; n < 2; n += 1) {
      const { ticket } = await ticketOf(url, freshLab)
      const guesses = Array.from({ length: 6 }, () => answer(url, { ticket, code: wrongCode(app) }))
      const statuses = (await Promise.all(guesses)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 422)).toHaveLength(6)
      if (n === 0) {
        expect(await answer(url, { ticket, code: codeOf(app) })).toMatchObject(refusal('ticket-void'))
      }
    }
    const { ticket } = await ticketOf(url, freshLab)
    const blocked = await answer(url, { ticket, code: codeOf(app) })
    expect(blocked).toMatchObject(refusal('too-many', 'Too many wrong codes. Please try again in an hour.'))
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)
    const later = await stack.anotherApi(clock(61 * minute))
    expect(await answer(later, { ticket, code: codeOf(app) })).toMatchObject(refusal('ticket-void'))
    await freshLab.client.call(authCalls.changePassword, {
      body: { currentPassword: password, newPassword: password },
    })
    const fresh = await ticketOf(url, freshLab)
    expect((await answer(url, { ticket: fresh.ticket, code: codeOf(app) })).status).toBe(200)
  })

  it('cannot be guessed without end by whoever resets the password again and again [V6.6.3]', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { app } = await addApp(stack, freshLab)
    for (let n = 0; n < 3; n += 1) {
      for (let m = 0; m < 2; m += 1) {
        const { ticket } = await ticketOf(url, freshLab)
        for (let tried = 0; tried < 5; tried += 1) await answer(url, { ticket, code: wrongCode(app) })
      }
      // what a reset does
      await stack.database.asOwner('update users set token_version = token_version + 1 where id = $1', [
        freshLab.id,
      ])
    }
    const { ticket } = await ticketOf(url, freshLab)
    expect((await answer(url, { ticket, code: codeOf(app) })).status).toBe(429)
  })

  it('is not asked for later than five minutes after the password, nor after that was changed', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { app } = await addApp(stack, freshLab)
    const { ticket } = await ticketOf(url, freshLab)
    const later = await stack.anotherApi(clock(5 * minute))
    const inTime = codeOf(app, 10)
    expect(await answer(later, { ticket, code: inTime })).toMatchObject(refusal('ticket-void'))
    await freshLab.client.call(authCalls.changePassword, {
      body: { currentPassword: password, newPassword: password },
    })
    expect(await answer(url, { ticket, code: codeOf(app) })).toMatchObject(refusal('ticket-void'))
  })
})

describe('a recovery code', () => {
  it('opens one session, is stored as a hash, and its owner is told [V6.5.2]', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { recoveryCodes } = await addApp(stack, freshLab)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    const { rows } = await stack.database.asOwner('select * from recovery_codes where user_id = $1', [
      freshLab.id,
    ])
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))

    const first = await ticketOf(url, freshLab)
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await answer(url, { ticket: first.ticket, recoveryCode: typed })).status).toBe(200)
    const second = await ticketOf(url, freshLab)
    expect(await answer(url, { ticket: second.ticket, recoveryCode: code })).toMatchObject(
      refusal('wrong-second-factor'),
    )
    expect(await actionsOf(stack, freshLab)).toEqual([
      'second-factor-added',
      'recovery-code-used',
      'second-factor-failed',
    ])
    expect(await mailsTo(stack, freshLab)).toContain('A recovery code was used')
    const { recoveryCodesLeft } = await freshLab.client.call(secondFactorCalls.listSecondFactors)
    expect(recoveryCodesLeft).toBe(9)
  })

  it('no longer works after new ones were made, or after the last factor was removed', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { recoveryCodes: old } = await addApp(stack, freshLab)
    const { ticket } = await prove(freshLab)
    const renewed = await freshLab.client.call(secondFactorCalls.renewRecoveryCodes, { body: { ticket } })
    expect(renewed.recoveryCodes).toHaveLength(10)
    recoveryCodesOf.set(freshLab.id, renewed.recoveryCodes)
    const login = await ticketOf(url, freshLab)
    const refused = await answer(url, { ticket: login.ticket, recoveryCode: old[0] })
    expect(refused).toMatchObject(refusal('wrong-second-factor'))

    const { factors } = await freshLab.client.call(secondFactorCalls.listSecondFactors)
    const body = { ticket: (await prove(freshLab)).ticket }
    const params = { id: factors[0]?.id ?? '' }
    await freshLab.client.call(secondFactorCalls.removeSecondFactor, { params, body })
    expect(await freshLab.client.call(secondFactorCalls.listSecondFactors)).toEqual({
      factors: [],
      recoveryCodesLeft: 0,
      isRequired: false,
    })
    const credentials = { email: freshLab.email, password }
    await createClient(url).call(authCalls.login, { body: credentials })
    expect((await actionsOf(stack, freshLab)).at(-1)).toBe('second-factor-removed')
    expect(await mailsTo(stack, freshLab)).toContain('was removed')
  })
})

describe('a passkey', () => {
  it('opens a session with its signature, which is accepted once', async ({ stack, url, freshLab }) => {
    const authenticator = createAuthenticator()
    expect((await addPasskey(stack, freshLab, authenticator)).status).toBe(200)
    const { ticket, hasApp, passkey: options } = await ticketOf(url, freshLab)
    expect(hasApp).toBe(false)
    expect(options).toMatchObject({ rpId: 'localhost' })
    const passkey = authenticator.get(options as { challenge: string })
    expect((await answer(url, { ticket, passkey })).status).toBe(200)

    const next = await ticketOf(url, freshLab)
    expect(await answer(url, { ticket: next.ticket, passkey })).toMatchObject(refusal('wrong-second-factor'))
    const [factor] = (await freshLab.client.call(secondFactorCalls.listSecondFactors)).factors
    expect(factor).toMatchObject({ kind: 'passkey', lastUsedAt: expect.any(String) })
  })

  it('of another page, another person, or another key is refused [V11.6.1]', async ({
    stack,
    admin,
    url,
    freshLab,
  }) => {
    expect(await addPasskey(stack, freshLab, createAuthenticator('https://evil.example'))).toMatchObject(
      refusal('wrong-second-factor'),
    )
    const theirs = createAuthenticator()
    const other = await createApprovedLab(url, admin)
    await addPasskey(stack, other, theirs)
    await addPasskey(stack, freshLab)
    const { ticket, passkey: options } = await ticketOf(url, freshLab)
    for (const authenticator of [theirs, createAuthenticator()]) {
      const passkey = authenticator.get(options as { challenge: string })
      expect(await answer(url, { ticket, passkey })).toMatchObject(refusal('wrong-second-factor'))
    }
  })
})

describe('changing second factors', () => {
  it('needs one of them besides the password [V6.3.3]', async ({ stack, freshLab }) => {
    const { app } = await addApp(stack, freshLab)
    const refused = await begin(freshLab)
    expect(refused).toMatchObject({ status: 401, body: { code: 'second-factor-needed', hasApp: true } })
    const { ticket } = refused.body
    expect(
      await freshLab.client.ask(secondFactorCalls.renewRecoveryCodes, { body: { ticket } }),
    ).toMatchObject(refusal('ticket-void'))
    expect(await begin(freshLab, { ticket, code: wrongCode(app) })).toMatchObject(
      refusal('wrong-second-factor'),
    )
    const proven = await begin(freshLab, { ticket, code: codeOf(app) })
    expect(proven).toMatchObject({ status: 200, body: { needsCode: false } })
    const body = { ticket: proven.body.ticket }
    await freshLab.client.call(secondFactorCalls.renewRecoveryCodes, { body })
  })

  it('needs the password, and a ticket of the caller that is used once [V7.5.1]', async ({
    stack,
    admin,
    url,
    freshLab,
  }) => {
    const wrong = { body: { password: 'not the password' } }
    expect(await freshLab.client.ask(secondFactorCalls.beginSecondFactorChange, wrong)).toMatchObject(
      refusal('wrong-password'),
    )
    await addApp(stack, freshLab)
    const [factor] = (await freshLab.client.call(secondFactorCalls.listSecondFactors)).factors
    const other = await createApprovedLab(url, admin)
    const params = { id: factor?.id ?? '' }
    const theirs = { params, body: { ticket: (await prove(other)).ticket } }
    for (const [{ client }, code] of [
      [freshLab, 'ticket-void'],
      [other, 'not-found'],
    ] as const) {
      expect(await client.ask(secondFactorCalls.removeSecondFactor, theirs)).toMatchObject(refusal(code))
    }
    const own = { params, body: { ticket: (await prove(freshLab)).ticket } }
    await freshLab.client.call(secondFactorCalls.removeSecondFactor, own)
    expect(await freshLab.client.ask(secondFactorCalls.removeSecondFactor, own)).toMatchObject(
      refusal('ticket-void'),
    )
  })

  it('ends the other sessions with the first one, which the password alone opened [V7.4.3]', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { email } = freshLab
    const other = await createClient(url).call(authCalls.login, { body: { email, password } })
    const sessionsOf = (token: string) => createClient(url, token).ask(authCalls.listSessions)
    expect((await sessionsOf(other.token)).status).toBe(200)
    const { app } = await addApp(stack, freshLab)
    expect((await sessionsOf(other.token)).status).toBe(401)
    const { ticket } = await ticketOf(url, freshLab)
    const { body } = await answer(url, { ticket, code: codeOf(app) })
    await addPasskey(stack, freshLab)
    expect((await sessionsOf((body as { token: string }).token)).status).toBe(200)
  })

  it('is bounded: five factors of an account, and sixty tickets an hour', async ({
    stack,
    url,
    freshLab,
  }) => {
    for (let n = 0; n < 5; n += 1) expect((await addPasskey(stack, freshLab)).status).toBe(200)
    expect(await addPasskey(stack, freshLab)).toMatchObject(refusal('too-many-factors'))
    await stack.database.asOwner(
      `insert into second_factor_tickets (ticket_hash, user_id, purpose, token_version, challenge, created_at)
       select gen_random_uuid(), $1, 'sign-in', 1, '', now() from generate_series(1, 60)`,
      [freshLab.id],
    )
    const credentials = { email: freshLab.email, password }
    expect(await createClient(url).ask(authCalls.login, { body: credentials })).toMatchObject(
      refusal('too-many', 'Too many logins to this account. Please try again in an hour.'),
    )
  })
})

// four API processes start in it
it('replacing the secrets, one API process after another, signs nobody out and keeps the codes of apps and mails', async ({
  stack,
  freshLab,
}) => {
  const [nextSecret, key] = [randomUUID() + randomUUID(), randomUUID() + randomUUID()]
  const { app } = await addApp(stack, freshLab)
  const readSealed = async () => {
    const { rows } = await stack.database.asOwner('select secret from second_factors where user_id = $1', [
      freshLab.id,
    ])
    return rows[0]?.secret
  }
  const sealed = await readSealed()
  /** @returns the token of a login with the code of the app */
  async function enter(url: string, steps: number): Promise<string> {
    const { ticket } = await ticketOf(url, freshLab)
    return (await answer(url, { ticket, code: codeOf(app, steps) })).body.token
  }
  const statusOf = async (url: string, token: string) =>
    (await createClient(url, token).ask(authCalls.getMe)).status

  // first, every process accepts the next secrets
  const next = { jwtSecret: `${testSecret},${nextSecret}`, secondFactorKey: `${testSecret},${key}` }
  const accepting = await stack.anotherApi({ ...clock(), ...next })
  const customer = await registerCustomer(accepting)
  await customer.client.call(contactCalls.sendContactCode, { body: { channel: 'email' } })
  expect(await readSealed()).toEqual(sealed)

  // then they are used, beside a process that still uses the former ones
  const exchanged = { jwtSecret: `${nextSecret},${testSecret}`, secondFactorKey: key }
  const replaced = await stack.anotherApi({ ...clock(), ...exchanged })
  await expect.poll(readSealed).not.toEqual(sealed)
  const body = { channel: 'email', code: (await mailedCodes(stack, customer)).at(-1) ?? '' } as const
  const proven = await createClient(replaced, customer.token).call(contactCalls.proveContact, { body })
  expect(proven.isEmailProven).toBe(true)
  const token = await enter(accepting, 0)
  const nextToken = await enter(replaced, 1)
  expect(await statusOf(replaced, token)).toBe(200)
  expect(await statusOf(accepting, nextToken)).toBe(200)

  // without the former secret, only the sessions that it signed are over
  const alone = { jwtSecret: nextSecret, secondFactorKey: key }
  const done = await stack.anotherApi({ ...clock(3 * stepMs), ...alone })
  expect(await statusOf(done, token)).toBe(401)
  expect(await statusOf(done, nextToken)).toBe(200)
  expect(await statusOf(done, await enter(done, 3))).toBe(200)
})
