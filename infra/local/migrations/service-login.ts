/**
 * The login of the services: a role that may act as `jaanch_app` and as nobody else, so that whoever takes over a connection
 * cannot return to the rights of the owner. Migrations, backups and restores connect as the owner.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { applicationRole, withClient } from '@jaanch/platform/postgres'
import pg from 'pg'
import { Problem } from '../problem.ts'

/** Name of the login where we choose it */
const serviceLogin = 'jaanch_service'

/** The URL of the same database for the login of the services. */
export function serviceUrl(ownerUrl: string, password: string): string {
  return Object.assign(new URL(ownerUrl), { username: serviceLogin, password: encodeURIComponent(password) })
    .href
}

/**
 * Makes the login that the services' URL names, unless it can be used already. The database must be migrated. A login whose URL has no
 * password gets none: the server knows it otherwise, by the account on a Unix socket for example, so its rights are looked up by name.
 * @returns false if both URLs name the same user: then the services log in as the owner
 * @throws Problem if the login may act as the owner, or cannot be made
 */
export async function ensureServiceLogin(ownerUrl: string, url: string): Promise<boolean> {
  if (new URL(url).username === new URL(ownerUrl).username) return false
  const read = new URL(url).password ? () => readRights(url) : () => lookUpRights(ownerUrl, nameIn(url))
  if ((await read()) === undefined) await makeLogin(ownerUrl, url)
  const rights = await read()
  if (rights === undefined)
    throw new Problem(`DATABASE_URL names a user who cannot log in, or may not act as ${applicationRole}.`)
  if (rights.isOwner)
    throw new Problem('The user of DATABASE_URL may act as the owner of the tables: name another one.')
  return true
}

type Rights = { isOwner: boolean }

/** @returns undefined if nobody can log in like this, or not as the application role */
async function readRights(url: string): Promise<Rights | undefined> {
  try {
    const { rows } = await withClient(url, (client) =>
      client.query<Rights>(
        `select pg_has_role(session_user, relowner, 'member') as "isOwner" from pg_class
          where oid = 'log.events'::regclass and pg_has_role(session_user, $1, 'member')`,
        [applicationRole],
      ),
    )
    return rows[0]
  } catch (error) {
    // wrong password, no such role, no right to use the schema of the log
    if (['28P01', '28000', '42501'].includes((error as { code?: string }).code ?? '')) return undefined
    throw error
  }
}

/** The same of a role that only its own account can log in as. @returns undefined if it may not log in, or not act as the application role */
async function lookUpRights(ownerUrl: string, name: string): Promise<Rights | undefined> {
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query<Rights>(
      `select pg_has_role(login.oid, relowner, 'member') as "isOwner" from pg_class, pg_roles login
        where pg_class.oid = 'log.events'::regclass and rolname = $1 and rolcanlogin and pg_has_role(login.oid, $2, 'member')`,
      [name, applicationRole],
    ),
  )
  return rows[0]
}

const nameIn = (url: string) => decodeURIComponent(new URL(url).username)

async function makeLogin(ownerUrl: string, url: string): Promise<void> {
  const password = decodeURIComponent(new URL(url).password)
  const name = pg.escapeIdentifier(nameIn(url))
  const proof = password ? `password ${pg.escapeLiteral(scramVerifier(password))}` : ''
  try {
    await withClient(ownerUrl, async (client) => {
      await client.query('begin')
      // roles belong to the whole server; two that make one at the same time would fail
      await client.query('select pg_advisory_xact_lock(5129204)')
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [nameIn(url)])
      await client.query(`${rowCount ? 'alter' : 'create'} role ${name} login ${proof}`)
      await client.query(`grant ${applicationRole} to ${name}`)
      await client.query('commit')
    })
  } catch (error) {
    throw new Problem(
      `The login of the services could not be made (${(error as Error).message}). ` +
        `Make it yourself: a role with login that is a member of ${applicationRole}.`,
    )
  }
}

/** The form in which Postgres stores a password (RFC 5803): neither its log nor its statistics of statements see the password. */
function scramVerifier(password: string): string {
  const iterations = 4_096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const serverKey = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
