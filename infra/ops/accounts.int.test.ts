import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SecondFactorRefusal, type SetUp, secondFactorCalls } from '@jaanch/account/second-factors/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { appCode } from '@jaanch/tests/support/authenticator'
import { createClient } from '@jaanch/tests/support/client'
import { createAdmin, registerCustomer, uniqueEmail } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { refusal, withOps } from './testing.ts'

const it = withOps(stackTest({ workers: false })).extend(
  'passwordFile',
  { scope: 'file' },
  async ({ stack: _ }, { onCleanup }) => {
    const directory = await mkdtemp(join(tmpdir(), 'jaanch-admin-'))
    onCleanup(() => rm(directory, { recursive: true }))
    const file = join(directory, 'password')
    await writeFile(file, `${password}\n`)
    return file
  },
)

const password = 'correct horse battery'

describe('ops create-admin', () => {
  it('makes an admin who signs in with the password of the file, and records it', async ({
    stack,
    ops,
    passwordFile,
  }) => {
    const email = uniqueEmail()
    const made = await ops(
      'create-admin',
      email.toUpperCase(),
      ...['--password-file', passwordFile, '--name', 'Priya Nair'],
    )
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).not.toContain(email)
    const { user, token } = await createClient(stack.url).call(authCalls.login, {
      body: { email, password },
    })
    expect(user).toMatchObject({ role: 'admin', name: 'Priya Nair', email })
    await createClient(stack.url, token).call(authCalls.listUsers)
    const { rows } = await stack.database.asOwner(
      'select type, data, actor from log.events where stream_id = $1',
      [`user-${user.id}`],
    )
    expect(rows).toEqual([{ type: 'PersonChanged', data: { userId: user.id }, actor: 'system:ops' }])
  })

  it('gives the role that is named, which staff-role changes, but not that of the last owner', async ({
    stack,
    ops,
    passwordFile,
  }) => {
    const email = uniqueEmail()
    await ops('create-admin', email, '--password-file', passwordFile, '--role', 'support')
    const logIn = () => createClient(stack.url).call(authCalls.login, { body: { email, password } })
    expect((await logIn()).user.staffRole).toBe('support')
    expect(await ops('staff-role', email, 'owner')).toMatchObject({ code: 0, err: '' })
    const { user } = await logIn()
    expect(user.staffRole).toBe('owner')
    const { rows: others } = await stack.database.asOwner(
      `update users set staff_role = 'manager'
        where role = 'admin' and coalesce(staff_role, 'owner') = 'owner' and id <> $1 returning id`,
      [user.id],
    )
    const refused = await ops('staff-role', user.id, 'medical')
    await stack.database.asOwner('update users set staff_role = null where id = any ($1)', [
      others.map(({ id }) => id),
    ])
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain('last owner')
  })

  it('gives a code with which the admin sets up a second step where no mail arrives, once', async ({
    stack,
    ops,
    passwordFile,
  }) => {
    const email = uniqueEmail()
    const made = await ops('create-admin', email, '--password-file', passwordFile, '--json')
    const { setUpCode } = JSON.parse(made.out)
    const url = await stack.anotherApi({ requireStaffMfa: true })
    const login = () => createClient(url).ask(authCalls.login, { body: { email, password } })
    const { setUp } = (await login()).body as unknown as Extract<SecondFactorRefusal, { setUp: SetUp }>
    const set = (code: string) => {
      const body = { ticket: setUp.ticket, code: appCode(setUp.uri), setUpCode: code }
      return createClient(url).ask(secondFactorCalls.addSecondFactor, { body })
    }
    expect((await set('AAAA-BBBB-CCCC-DDDD')).status).toBe(422)
    expect(await set(setUpCode.toLowerCase())).toMatchObject({
      status: 200,
      body: { session: { user: { email } } },
    })
    const { rows } = await stack.database.asOwner(
      'select count(*)::int as n from recovery_codes join users on users.id = user_id where email = $1',
      [email],
    )
    expect(rows).toEqual([{ n: 10 }])
  })

  it('refuses an e-mail that an account has, also at the same time', async ({ stack, ops, passwordFile }) => {
    const { email } = await registerCustomer(stack.url)
    const create = (of: string) => ops('create-admin', of, '--password-file', passwordFile)
    expect(await create(email)).toEqual({
      code: 1,
      out: '',
      err: `There is an account with the e-mail ${email} already.\n`,
    })
    const other = uniqueEmail()
    const both = await Promise.all([create(other), create(other)])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
    const { rowCount } = await stack.database.asOwner('select from users where email = $1', [other])
    expect(rowCount).toBe(1)
  })
})

describe('remove-second-factor', () => {
  it('removes what a user has lost, signs the user out, and is in the audit trail [V6.4.4]', async ({
    stack,
    ops,
  }) => {
    const admin = await createAdmin(stack)
    const { rows } = await stack.database.asOwner('select email from users where id = $1', [admin.id])
    await stack.database.asOwner(
      `insert into second_factors (id, user_id, kind, device, secret, last_step, created_at)
       values ($1, $2, 'totp', 'Chrome on Android', 'x', 1, now())`,
      [randomUUID(), admin.id],
    )
    await stack.database.asOwner("insert into recovery_codes (user_id, code_hash) values ($1, 'x')", [
      admin.id,
    ])
    const email: string = rows[0].email
    const removed = await ops('remove-second-factor', email.toUpperCase())
    expect(removed.out).toMatch(
      /^1 removed[\s\S]*needs a code: .* or ([A-Z2-7]{4}-){3}[A-Z2-7]{4}, which works once/,
    )
    expect((await ops('remove-second-factor', admin.id)).out).toContain('had no second factor')
    expect(await ops('remove-second-factor', 'nobody@example.org')).toMatchObject(
      refusal('There is no such user.'),
    )
    await expect.poll(async () => (await admin.client.ask(authCalls.getMe)).status).toBe(401)
    const audit = await stack.database.asOwner(
      'select action, actor, details from audit where user_id = $1 order by id',
      [admin.id],
    )
    expect(audit.rows).toEqual([
      { action: 'second-factor-removed', actor: 'operator', details: { removed: 1 } },
      ...[1, 2].map(() => ({ action: 'recovery-codes-renewed', actor: 'operator', details: {} })),
    ])
    const codes = await stack.database.asOwner('select from recovery_codes where user_id = $1', [admin.id])
    expect(codes.rows).toHaveLength(1)
  })
})
