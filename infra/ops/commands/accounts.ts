import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { insertAudit } from '@jaanch/account/audit/audit'
import { renewSetUpCode } from '@jaanch/account/second-factors/recovery-codes'
import { changeStaffRole } from '@jaanch/account/users/change-standing'
import { email as emailField, line } from '@jaanch/contracts/http/fields'
import { defaultStaffRole, type StaffRole, staffRoles } from '@jaanch/contracts/staff-roles'
import { appendWithRows } from '@jaanch/eventlog/append-with-rows'
import { streamId } from '@jaanch/eventlog/events'
import { formatNumber } from '@jaanch/operations/format'
import { inTransaction } from '@jaanch/platform/postgres'
import { hash } from '@node-rs/argon2'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import type pg from 'pg'
import { people } from '../../local/demo/data.ts'
import { Problem } from '../../local/problem.ts'
import { InterruptedProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { operatorActor } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { resolvePath } from './options.ts'

type NewAdminOptions = { name: string; role: StaffRole; passwordFile?: string; json?: boolean }
type NewAdmin = { email: string; name: string; staffRole: StaffRole; password: string }

export function createAdminCommand(): Command {
  return new Command('create-admin')
    .description('makes an account of an admin; asks for its password, which is never an argument')
    .argument('<email>', 'with which the admin signs in', parseEmail)
    .option('--name <name>', 'shown to the other admins', parseName, 'Admin')
    .addOption(
      new Option('--role <role>', 'what the admin may do').choices(staffRoles).default(defaultStaffRole),
    )
    .option('--password-file <file>', 'reads the password from there; /dev/stdin is possible')
    .option('--json', 'the id as JSON')
    .addHelpText(
      'after',
      details(
        'create-admin priya@example.org --name "Priya Nair"',
        'create-admin priya@example.org --password-file /dev/stdin < password.txt',
      ),
    )
    .action((email: string, { name, role: staffRole, passwordFile, json = false }: NewAdminOptions) =>
      withStack(async ({ pool }) => {
        await assertUnknown(pool, email)
        const password = passwordFile ? readPassword(passwordFile) : await askPassword()
        const fault = findPasswordFault(password, email)
        if (fault) throw new Problem(fault)
        const made = await createAdmin(pool, { email, name, staffRole, password })
        console.log(
          json
            ? JSON.stringify(made, null, 2)
            : `Admin ${made.id} can sign in now.\n${aboutCode(made.setUpCode)}`,
        )
      }),
    )
}

function parseEmail(typed: string): string {
  const { success, data } = emailField.safeParse(typed)
  if (!success) throw new InvalidArgumentError('It must be an e-mail address.')
  return data
}

function parseName(typed: string): string {
  const { success, data } = line(100).safeParse(typed)
  if (!success) throw new InvalidArgumentError('It must have 1 to 100 characters.')
  return data
}

function readPassword(file: string): string {
  try {
    // by its descriptor: the pipe of another user, from root for example, cannot be opened by its name
    const source = file === '/dev/stdin' ? 0 : resolvePath(file)
    return readFileSync(source, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new Problem(`The password cannot be read from ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Problem('There is no terminal to ask for the password: give it with --password-file.')
  const password = await askHidden(`Password (at least ${staffPasswordMinimum} characters): `)
  if ((await askHidden('The same again: ')) !== password) throw new Problem('The passwords differ.')
  return password
}

/** Before anybody types a password. @throws Problem */
async function assertUnknown(pool: pg.Pool, email: string): Promise<void> {
  const { rows } = await pool.query('select from users where lower(email) = $1', [email])
  if (rows.length > 0) throw takenBy(email)
}

const takenBy = (email: string) => new Problem(`There is an account with the e-mail ${email} already.`)

/**
 * Writes the account and its event in one transaction.
 * @returns the id, and the code with which the first second factor is set up where no mail arrives
 * @throws Problem if another account has the e-mail
 */
async function createAdmin(pool: pg.Pool, { email, name, staffRole, password }: NewAdmin) {
  const userId = randomUUID()
  let setUpCode = ''
  const passwordHash = await hash(password)
  const append = {
    id: randomUUID(),
    streamId: streamId('user', userId),
    expected: 0,
    events: [{ type: 'PersonChanged', data: { userId } } as const],
    actor: 'system:ops',
  }
  const appended = await appendWithRows(pool, append, async (client) => {
    const { rowCount } = await client.query(
      `insert into users (id, role, staff_role, name, email, password_hash) values ($1, 'admin', $2, $3, $4, $5)
       on conflict do nothing`,
      [userId, staffRole, name, email, passwordHash],
    )
    if (rowCount === 0) return false
    setUpCode = await renewSetUpCode(client, userId)
    const details = { role: 'admin', staffRole }
    return insertAudit(client, [{ action: 'role-granted', actor: operatorActor(), userId, details }])
  })
  if (!appended) throw takenBy(email)
  return { id: userId, setUpCode }
}

const staffPasswordMinimum = 12
const maximum = 200
/** "aaaaaaaaaaaa" and "121212121212" are long and guessed first */
const distinctMinimum = 6
const demoPasswords = new Set(
  [people.admin, people.demoCustomer, ...people.labs].map(({ password }) => password),
)

/** @returns why nobody on the staff may have this password; undefined if somebody may */
export function findPasswordFault(password: string, email: string): string | undefined {
  if (password.length < staffPasswordMinimum)
    return `The password must have at least ${staffPasswordMinimum} characters.`
  if (password.length > maximum) return `The password must have at most ${maximum} characters.`
  if (new Set(password).size < distinctMinimum)
    return `The password must have at least ${distinctMinimum} different characters.`
  if (password.toLowerCase().includes(email.split('@')[0] ?? email))
    return 'The password must not contain the e-mail address.'
  if (demoPasswords.has(password)) return 'The password is one of the demo, which everybody can read.'
  return undefined
}

type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }

/**
 * Asks for a secret, of which the terminal shows nothing.
 * @throws InterruptedProblem if the input ends, or after Ctrl-C
 */
export function askHidden(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  // as a terminal, readline writes every key that is pressed: to nowhere
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true })
  output.write(question)
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => {
      output.write('\n')
      reject(new InterruptedProblem('Interrupted: nothing was changed.'))
    })
  })
}

export function staffRoleCommand(): Command {
  return new Command('staff-role')
    .description('gives an admin another role, and signs them out everywhere; there is always an owner')
    .argument('<admin>', 'the e-mail address or the id of the admin')
    .addArgument(new Argument('<role>', 'what the admin may do').choices(staffRoles))
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details('staff-role priya@example.org support', 'staff-role priya@example.org owner --json'),
    )
    .action((admin: string, staffRole: StaffRole, { json = false }: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const changed = await setStaffRole(pool, admin, staffRole)
        if (json) return console.log(JSON.stringify({ changed, staffRole }, null, 2))
        console.log(
          changed
            ? `The admin is signed out, and has the role ${staffRole} from the next login on.`
            : `The admin has the role ${staffRole} already.`,
        )
      }),
    )
}

/** @returns false if the admin has the role. @throws Problem if there is no such admin, or it is the last owner */
function setStaffRole(pool: pg.Pool, admin: string, staffRole: StaffRole): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "select id from users where role = 'admin' and (lower(email) = lower($1) or id::text = lower($1))",
      [admin.trim()],
    )
    const userId = rows[0]?.id
    const change = userId && { userId, staffRole, actor: operatorActor() }
    const outcome = change ? await changeStaffRole(client, change) : 'not-found'
    if (outcome === 'not-found') throw new Problem('There is no such admin.')
    if (outcome === 'last-owner') throw new Problem('This is the last owner: make another admin one first.')
    return outcome === 'changed'
  })
}

export function removeSecondFactorCommand(): Command {
  return new Command('remove-second-factor')
    .description(
      'for a lab or an admin who lost the second factors, or gets no mail: removes them, and gives a code to set one up',
    )
    .argument('<user>', 'the e-mail address or the id of the user')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details('remove-second-factor asha@lab.example', 'remove-second-factor asha@lab.example --json'),
    )
    .action((user: string, { json = false }: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const { removed, setUpCode } = await removeSecondFactors(pool, user)
        if (json) return console.log(JSON.stringify({ removed, setUpCode }, null, 2))
        console.log(
          removed === 0
            ? 'The user had no second factor.'
            : `${formatNumber(removed)} removed, and the recovery codes. The user is signed out, and signs in with the password alone; where ` +
                'REQUIRE_STAFF_MFA is 1, with a new second factor.',
        )
        console.log(aboutCode(setUpCode))
      }),
    )
}

function aboutCode(setUpCode: string): string {
  return `Setting up the first second step needs a code: the one that is mailed then, or ${setUpCode}, which works once.`
}

/** @returns how many there were, and the code for a new one. @throws Problem if there is no such user */
function removeSecondFactors(pool: pg.Pool, user: string) {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from users where lower(email) = lower($1) or id::text = lower($1) for no key update',
      [user.trim()],
    )
    const userId = rows[0]?.id
    if (!userId) throw new Problem('There is no such user.')
    const { rowCount } = await client.query('delete from second_factors where user_id = $1', [userId])
    const removed = rowCount ?? 0
    if (removed > 0) {
      // a session that somebody else opened with the lost device ends too
      await client.query('delete from sessions where user_id = $1', [userId])
      await client.query('update users set token_version = token_version + 1 where id = $1', [userId])
      await insertAudit(client, [
        { action: 'second-factor-removed', actor: 'operator', userId, details: { removed } },
      ])
    }
    const setUpCode = await renewSetUpCode(client, userId)
    await insertAudit(client, [{ action: 'recovery-codes-renewed', actor: 'operator', userId }])
    return { removed, setUpCode }
  })
}
