import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { insertAudit } from '@jaanch/account/audit/audit'
import { renewSetUpCode } from '@jaanch/account/second-factors/recovery-codes'
import { email as emailField, line } from '@jaanch/contracts/http/fields'
import { defaultStaffRole, type StaffRole, staffRoles } from '@jaanch/contracts/staff-roles'
import { appendWithRows } from '@jaanch/eventlog/append-with-rows'
import { streamId } from '@jaanch/eventlog/events'
import { hash } from '@node-rs/argon2'
import { Command, InvalidArgumentError, Option } from 'commander'
import type pg from 'pg'
import { people } from '../../local/demo/data.ts'
import { Problem } from '../../local/problem.ts'
import { InterruptedProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { operatorActor } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { resolvePath } from './options.ts'
import { aboutCode } from './remove-second-factor.ts'

type Options = { name: string; role: StaffRole; passwordFile?: string; json?: boolean }
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
    .action((email: string, { name, role: staffRole, passwordFile, json = false }: Options) =>
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
