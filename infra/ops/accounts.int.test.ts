import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authRoutes } from '@jaanch/contracts/http/auth'
import {
  type SecondFactorRefusal,
  type SetUp,
  secondFactorRoutes,
} from '@jaanch/contracts/http/second-factors'
import { appCode } from '@jaanch/tests/support/authenticator'
import { createClient } from '@jaanch/tests/support/client'
import { registerCustomer, uniqueEmail } from '@jaanch/tests/support/people'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { describe, expect } from 'vitest'
import { loadDemo } from '../local/demo/load.ts'
import { opsTest } from './testing/ops-test.ts'
import { runOps } from './testing.ts'

const it = opsTest({ prepare: ({ databaseUrl }) => loadDemo({ databaseUrl }) }).extend(
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
it.afterEach(closeSockets)

const password = 'correct horse battery'
// a command takes a second alone, and many beside other tests on two cores
const patience = { timeout: 120_000 }

describe('ops create-admin', patience, () => {
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
    const { user, token } = await createClient(stack.url).call(authRoutes.login, {
      body: { email, password },
    })
    expect(user).toMatchObject({ role: 'admin', name: 'Priya Nair', email })
    await createClient(stack.url, token).call(authRoutes.listUsers)
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
    const logIn = () => createClient(stack.url).call(authRoutes.login, { body: { email, password } })
    expect((await logIn()).user.staffRole).toBe('support')
    expect(await ops('staff-role', email, 'owner')).toMatchObject({ code: 0, err: '' })
    const { user } = await logIn()
    expect(user.staffRole).toBe('owner')
    await stack.database.asOwner(
      "update users set staff_role = 'manager' where role = 'admin' and id <> $1",
      [user.id],
    )
    const refused = await ops('staff-role', user.id, 'medical')
    await stack.database.asOwner("update users set staff_role = null where role = 'admin'")
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
    const login = () => createClient(url).ask(authRoutes.login, { body: { email, password } })
    const { setUp } = (await login()).body as unknown as Extract<SecondFactorRefusal, { setUp: SetUp }>
    const set = (code: string) => {
      const body = { ticket: setUp.ticket, code: appCode(setUp.uri), setUpCode: code }
      return createClient(url).ask(secondFactorRoutes.addSecondFactor, { body })
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

  it('refuses a weak password, and a missing one without a terminal', async ({ ops, passwordFile }) => {
    await writeFile(`${passwordFile}-weak`, 'eleven char')
    const weak = await ops('create-admin', uniqueEmail(), '--password-file', `${passwordFile}-weak`)
    expect(weak).toMatchObject({ code: 1, err: 'The password must have at least 12 characters.\n' })
    const none = await runOps({ ...ops.env, PASSWORD: password }, 'create-admin', uniqueEmail())
    expect(none).toMatchObject({ code: 1, err: expect.stringMatching(/--password-file\.\n$/) })
    const inArgument = await ops('create-admin', uniqueEmail(), '--password', password)
    expect(inArgument).toMatchObject({ code: 2, err: expect.stringContaining('unknown option') })
  })
})

describe('ops demo remove', patience, () => {
  it('ends the sessions and sockets of the demo, and nobody signs in with its passwords again [V6.3.2]', async ({
    stack,
    ops,
    visitor,
    customer,
  }) => {
    const accounts = [
      { email: 'admin@jaanch.example', password: 'admin-demo-2026' },
      { email: 'asha@jaanch.example', password: 'asha-demo-2026' },
      { email: 'lab1@jaanch.example', password: 'lab-demo-2026' },
    ]
    const sessions = await Promise.all(
      accounts.map(async (body) => (await visitor.call(authRoutes.login, { body })).token),
    )
    const sockets = sessions.map((token) => listenTo(stack.url, { token }))
    for (const socket of sockets) await socket.first('caught-up')
    const mine = listenTo(stack.url, { token: customer.token })
    await mine.first('caught-up')
    const bookings = 'select count(*) as n from log.events'
    const before = (await stack.database.asOwner(bookings)).rows

    const demoAccounts = async () => (await ops.json('status')).demoAccounts
    const names =
      'admin asha farhan.lab1 jyoti.lab1 lab1 lab2 lab3 lab4 manager medical meena.lab1 nandini.lab4 newlab operator ravi.lab1 rohan.lab4 support tarun.lab1'
    expect(await demoAccounts()).toEqual(names.split(' ').map((name) => `${name}@jaanch.example`))
    const removed = await ops('demo', 'remove')
    expect(removed).toMatchObject({ code: 0, err: '' })
    expect(removed.out).toMatch(/^(\d+) of \1 accounts of the demo are disabled and have no password now/)

    expect(await demoAccounts()).toEqual([])
    for (const { socket } of sockets) await expect.poll(() => socket.connected).toBe(false)
    for (const token of sessions)
      await expect.poll(async () => (await visitor.as(token).ask(authRoutes.getMe)).status).toBe(401)
    for (const body of accounts)
      expect((await visitor.ask(authRoutes.login, { body })).status, body.email).toBeGreaterThanOrEqual(401)
    expect(mine.socket.connected).toBe(true)
    expect((await stack.database.asOwner(bookings)).rows).toEqual(before)
    const { rows } = await stack.database.asOwner('select count(*)::integer as n from packages')
    expect(rows[0].n).toBeGreaterThan(100)
    expect((await stack.database.asOwner('select from lab_capacities')).rows).toEqual([])

    const again = await ops('demo', 'remove')
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^All \d+ accounts .* removed before/),
    })
    expect(await loadDemo({ databaseUrl: stack.database.url })).toEqual({
      loaded: false,
      removed: true,
    })
  })
})
