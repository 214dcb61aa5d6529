import { authRoutes } from '@jaanch/contracts/http/auth'
import { type SecondFactorRefusal, secondFactorRoutes } from '@jaanch/contracts/http/second-factors'
import { createAuthenticator } from '@jaanch/tests/support/authenticator'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { createApprovedLab, type Lab, password, registerCustomer } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { type TOTP, URI } from 'otpauth'
import { describe, expect } from 'vitest'

const minute = 60_000
const stepMs = 30_000
/** The time of the API under test, in the middle of a step: no code becomes old while a test runs. */
const at = Math.floor(Date.now() / stepMs) * stepMs + stepMs / 2
const clock = (laterMs = 0) => ({ now: () => new Date(at + laterMs) })

const it = ownStackTest({ workers: false })
  .extend('url', { scope: 'file' }, ({ stack }) => stack.anotherApi(clock()))
  .extend('freshLab', ({ url, admin }) => createApprovedLab(url, admin))

/** The code of an app, `steps` later than now */
const codeOf = (app: TOTP, steps = 0) => app.generate({ timestamp: at + steps * stepMs })
const wrongCode = (app: TOTP) => String((Number(codeOf(app)) + 500_000) % 1_000_000).padStart(6, '0')

const begin = ({ client }: Lab) =>
  client.call(secondFactorRoutes.beginSecondFactorChange, { body: { password } })

async function addApp(lab: Lab) {
  const { ticket, uri } = await begin(lab)
  const app = URI.parse(uri) as TOTP
  const body = { ticket, code: codeOf(app, -1) }
  const { recoveryCodes } = await lab.client.call(secondFactorRoutes.addSecondFactor, { body })
  return { app, recoveryCodes: recoveryCodes ?? [] }
}

async function addPasskey(lab: Lab, authenticator = createAuthenticator()) {
  const { ticket, passkey } = await begin(lab)
  const body = { ticket, passkey: authenticator.create(passkey as { challenge: string }) }
  return lab.client.ask(secondFactorRoutes.addSecondFactor, { body })
}

/** The first step of a login that has a second one */
async function logIn(url: string, { email }: Pick<Lab, 'email'>) {
  const answer = await createClient(url).ask(authRoutes.login, { body: { email, password } })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('set-cookie')).toBeNull()
  return answer.body as unknown as SecondFactorRefusal
}

async function ticketOf(url: string, lab: Lab) {
  const refused = await logIn(url, lab)
  if (refused.code !== 'second-factor-needed') throw new Error(refused.code)
  return refused
}

const answer = (url: string, body: object) =>
  createClient(url).ask(secondFactorRoutes.answerSecondFactor, { body })

async function actionsOf({ database }: Stack, { id }: Lab): Promise<string[]> {
  const { rows } = await database.asOwner(
    "select action from audit where user_id = $1 and action ~ 'factor|recovery' order by id",
    [id],
  )
  return rows.map(({ action }) => action)
}

async function mailsTo({ database }: Stack, { id }: Lab): Promise<string> {
  const { rows } = await database.asOwner('select body from outbox where recipient_user_id = $1', [id])
  return rows.map(({ body }) => body).join('\n')
}

describe('a login without a second factor', () => {
  it('opens a session at once, for labs as for customers', async ({ url, freshLab }) => {
    const { email } = await registerCustomer(url)
    for (const each of [email, freshLab.email]) {
      await createClient(url).call(authRoutes.login, { body: { email: each, password } })
    }
  })

  it('can only set one up where staff must have one; customers are not asked', async ({
    stack,
    freshLab,
  }) => {
    const url = await stack.anotherApi({ ...clock(), requireStaffMfa: true })
    const { email } = await registerCustomer(url)
    await createClient(url).call(authRoutes.login, { body: { email, password } })
    const refused = await logIn(url, freshLab)
    if (refused.code !== 'second-factor-required') throw new Error(refused.code)
    const { ticket, uri } = refused.setUp
    const app = URI.parse(uri) as TOTP
    expect(await answer(url, { ticket, code: codeOf(app) })).toMatchObject(refusal('ticket-void'))
    expect(await createClient(url, ticket).ask(authRoutes.getMe)).toMatchObject(refusal('not-signed-in'))

    const visitor = createClient(url)
    const added = await visitor.call(secondFactorRoutes.addSecondFactor, {
      body: { ticket, code: codeOf(app) },
    })
    expect(added.recoveryCodes).toHaveLength(10)
    const client = createClient(url, added.session?.token)
    expect((await client.call(authRoutes.getMe)).id).toBe(freshLab.id)

    const { factors, isRequired } = await client.call(secondFactorRoutes.listSecondFactors)
    expect(isRequired).toBe(true)
    const change = await client.call(secondFactorRoutes.beginSecondFactorChange, { body: { password } })
    const removal = { params: { id: factors[0]?.id ?? '' }, body: { ticket: change.ticket } }
    expect(await client.ask(secondFactorRoutes.removeSecondFactor, removal)).toMatchObject(
      refusal('factor-required'),
    )
  })

  it('cannot set one up any more once another login has done it', async ({ stack, freshLab }) => {
    const url = await stack.anotherApi({ ...clock(), requireStaffMfa: true })
    const [first, second] = [await logIn(url, freshLab), await logIn(url, freshLab)]
    for (const [refused, status] of [
      [first, 200],
      [second, 422],
    ] as const) {
      if (refused.code !== 'second-factor-required') throw new Error(refused.code)
      const { ticket, uri } = refused.setUp
      const body = { ticket, code: codeOf(URI.parse(uri) as TOTP) }
      expect((await createClient(url).ask(secondFactorRoutes.addSecondFactor, { body })).status).toBe(status)
    }
  })
})

describe('an authenticator app', () => {
  it('is asked for its code after the password, and each code opens one session', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { app } = await addApp(freshLab)
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

  it('lets one of two logins in that send the same code at the same time', async ({ url, freshLab }) => {
    const { app } = await addApp(freshLab)
    const tickets = [await ticketOf(url, freshLab), await ticketOf(url, freshLab)]
    const answers = await Promise.all(tickets.map(({ ticket }) => answer(url, { ticket, code: codeOf(app) })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('may be guessed five times with a ticket and ten times an hour; a new password begins anew', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { app } = await addApp(freshLab)
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
    await freshLab.client.call(authRoutes.changePassword, {
      body: { currentPassword: password, newPassword: password },
    })
    const fresh = await ticketOf(url, freshLab)
    expect((await answer(url, { ticket: fresh.ticket, code: codeOf(app) })).status).toBe(200)
  })

  it('cannot be guessed without end by whoever resets the password again and again', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { app } = await addApp(freshLab)
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
    const { app } = await addApp(freshLab)
    const { ticket } = await ticketOf(url, freshLab)
    const later = await stack.anotherApi(clock(5 * minute))
    const inTime = codeOf(app, 10)
    expect(await answer(later, { ticket, code: inTime })).toMatchObject(refusal('ticket-void'))
    await freshLab.client.call(authRoutes.changePassword, {
      body: { currentPassword: password, newPassword: password },
    })
    expect(await answer(url, { ticket, code: codeOf(app) })).toMatchObject(refusal('ticket-void'))
  })

  it('has its secret in the database encrypted', async ({ stack, freshLab }) => {
    const { app } = await addApp(freshLab)
    const { rows } = await stack.database.asOwner('select secret from second_factors where user_id = $1', [
      freshLab.id,
    ])
    const stored: Buffer = rows[0].secret
    expect(stored.includes(Buffer.from(app.secret.bytes))).toBe(false)
    expect(stored.includes(app.secret.base32)).toBe(false)
  })
})

describe('a recovery code', () => {
  it('opens one session, is stored as a hash, and its owner is told', async ({ stack, url, freshLab }) => {
    const { recoveryCodes } = await addApp(freshLab)
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
    const { recoveryCodesLeft } = await freshLab.client.call(secondFactorRoutes.listSecondFactors)
    expect(recoveryCodesLeft).toBe(9)
  })

  it('no longer works after new ones were made, or after the last factor was removed', async ({
    stack,
    url,
    freshLab,
  }) => {
    const { recoveryCodes: old } = await addApp(freshLab)
    const { ticket } = await begin(freshLab)
    const renewed = await freshLab.client.call(secondFactorRoutes.renewRecoveryCodes, { body: { ticket } })
    expect(renewed.recoveryCodes).toHaveLength(10)
    const login = await ticketOf(url, freshLab)
    const refused = await answer(url, { ticket: login.ticket, recoveryCode: old[0] })
    expect(refused).toMatchObject(refusal('wrong-second-factor'))

    const { factors } = await freshLab.client.call(secondFactorRoutes.listSecondFactors)
    const body = { ticket: (await begin(freshLab)).ticket }
    const params = { id: factors[0]?.id ?? '' }
    await freshLab.client.call(secondFactorRoutes.removeSecondFactor, { params, body })
    expect(await freshLab.client.call(secondFactorRoutes.listSecondFactors)).toEqual({
      factors: [],
      recoveryCodesLeft: 0,
      isRequired: false,
    })
    const credentials = { email: freshLab.email, password }
    await createClient(url).call(authRoutes.login, { body: credentials })
    expect((await actionsOf(stack, freshLab)).at(-1)).toBe('second-factor-removed')
    expect(await mailsTo(stack, freshLab)).toContain('was removed')
  })
})

describe('a passkey', () => {
  it('opens a session with its signature, which is accepted once', async ({ url, freshLab }) => {
    const authenticator = createAuthenticator()
    expect((await addPasskey(freshLab, authenticator)).status).toBe(200)
    const { ticket, hasApp, passkey: options } = await ticketOf(url, freshLab)
    expect(hasApp).toBe(false)
    expect(options).toMatchObject({ rpId: 'localhost' })
    const passkey = authenticator.get(options as { challenge: string })
    expect((await answer(url, { ticket, passkey })).status).toBe(200)

    const next = await ticketOf(url, freshLab)
    expect(await answer(url, { ticket: next.ticket, passkey })).toMatchObject(refusal('wrong-second-factor'))
    const [factor] = (await freshLab.client.call(secondFactorRoutes.listSecondFactors)).factors
    expect(factor).toMatchObject({ kind: 'passkey', lastUsedAt: expect.any(String) })
  })

  it('of another page, another person, or another key is refused', async ({ url, admin, freshLab }) => {
    expect(await addPasskey(freshLab, createAuthenticator('https://evil.example'))).toMatchObject(
      refusal('wrong-second-factor'),
    )
    const theirs = createAuthenticator()
    const other = await createApprovedLab(url, admin)
    await addPasskey(other, theirs)
    await addPasskey(freshLab)
    const { ticket, passkey: options } = await ticketOf(url, freshLab)
    for (const authenticator of [theirs, createAuthenticator()]) {
      const passkey = authenticator.get(options as { challenge: string })
      expect(await answer(url, { ticket, passkey })).toMatchObject(refusal('wrong-second-factor'))
    }
  })
})

describe('changing second factors', () => {
  it('needs the password, and a ticket of the caller that is used once', async ({ url, admin, freshLab }) => {
    const wrong = { body: { password: 'not the password' } }
    expect(await freshLab.client.ask(secondFactorRoutes.beginSecondFactorChange, wrong)).toMatchObject(
      refusal('wrong-password'),
    )
    await addApp(freshLab)
    const [factor] = (await freshLab.client.call(secondFactorRoutes.listSecondFactors)).factors
    const other = await createApprovedLab(url, admin)
    const params = { id: factor?.id ?? '' }
    const theirs = { params, body: { ticket: (await begin(other)).ticket } }
    for (const [{ client }, code] of [
      [freshLab, 'ticket-void'],
      [other, 'not-found'],
    ] as const) {
      expect(await client.ask(secondFactorRoutes.removeSecondFactor, theirs)).toMatchObject(refusal(code))
    }
    const own = { params, body: { ticket: (await begin(freshLab)).ticket } }
    await freshLab.client.call(secondFactorRoutes.removeSecondFactor, own)
    expect(await freshLab.client.ask(secondFactorRoutes.removeSecondFactor, own)).toMatchObject(
      refusal('ticket-void'),
    )
  })

  it('ends the other sessions with the first one, which the password alone opened', async ({
    url,
    freshLab,
  }) => {
    const { email } = freshLab
    const other = await createClient(url).call(authRoutes.login, { body: { email, password } })
    const sessionsOf = (token: string) => createClient(url, token).ask(authRoutes.listSessions)
    expect((await sessionsOf(other.token)).status).toBe(200)
    const { app } = await addApp(freshLab)
    expect((await sessionsOf(other.token)).status).toBe(401)
    const { ticket } = await ticketOf(url, freshLab)
    const { body } = await answer(url, { ticket, code: codeOf(app) })
    await addPasskey(freshLab)
    expect((await sessionsOf((body as { token: string }).token)).status).toBe(200)
  })

  it('is bounded: five factors of an account, and sixty tickets an hour', async ({
    stack,
    url,
    freshLab,
  }) => {
    for (let n = 0; n < 5; n += 1) expect((await addPasskey(freshLab)).status).toBe(200)
    expect(await addPasskey(freshLab)).toMatchObject(refusal('too-many-factors'))
    await stack.database.asOwner(
      `insert into second_factor_tickets (ticket_hash, user_id, purpose, token_version, challenge, created_at)
       select gen_random_uuid(), $1, 'sign-in', 1, '', now() from generate_series(1, 60)`,
      [freshLab.id],
    )
    const credentials = { email: freshLab.email, password }
    expect(await createClient(url).ask(authRoutes.login, { body: credentials })).toMatchObject(
      refusal('too-many', 'Too many logins to this account. Please try again in an hour.'),
    )
  })
})
