/** An installation in containers of its own, as docs/compose.md makes one: secrets in files, ports and networks that are free. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { type Outcome, run as tryRun } from '@jaanch/infra/local/process/commands'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { untilReady } from '@jaanch/tests/support/service-process'

export type ComposeProject = {
  url: string
  /** @param options of `up` @throws Error if a container does not start */
  up(...options: string[]): Promise<void>
  /** Ids of the containers of a service, also of those that do not run */
  containersOf(service: string): Promise<string[]>
  /** The owner's address of the database: Linux reaches containers by their addresses. It changes when Postgres starts again */
  databaseUrl(): Promise<string>
  /** Runs a program in a container of a service */
  execute(service: string, ...command: string[]): Promise<Outcome>
  /** Removes the containers, their data, and the secrets */
  remove(): Promise<void>
}

const readyWithinMs = 180_000
const secretNames = ['postgres-password', 'service-password', 'redis-password', 'jwt-secret'] as const

const smsGateway = {
  url: 'http://mailpit:8025/api/v1/send',
  body: {
    From: { Email: 'sms@jaanch.example' },
    To: [{ Email: 'sms@jaanch.example' }],
    Text: '{{to}} {{text}}',
  },
}

/** @param image of our services; undefined: `up --build` makes it */
export async function createComposeProject(image?: string): Promise<ComposeProject> {
  const compose = await findCompose()
  const name = `jaanch-drill-${randomBytes(3).toString('hex')}`
  const directory = await mkdtemp(join(tmpdir(), `${name}-`))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const passwords = await writeSecrets(directory)
  const env = {
    ...process.env,
    PORT: String(port),
    HTTPS_PORT: String(await findFreePort()),
    // one of 250 networks: the drill and an installation have different ones
    WEB_NETWORK: `10.85.${randomBytes(1).readUInt8(0) % 250}`,
    // messages would wait for a provider: Mailpit of the profile `development` takes mails, and SMS by its HTTP API
    COMPOSE_PROFILES: 'development',
    SMTP_URL: 'smtp://mailpit:1025?requireTLS=false',
    SMS_GATEWAY: JSON.stringify(smsGateway),
    DEMO: '1',
    ALLOW_KNOWN_SECRETS: '1',
    IMAGE: image ?? name,
    ...Object.fromEntries(
      secretNames.map((secret) => [variableOf(secret), join(directory, 'secrets', secret)]),
    ),
  }
  // nothing of an .env beside docker-compose.yml
  await writeFile(join(directory, 'empty.env'), '')
  const project = [...compose, '--project-name', name, '--env-file', join(directory, 'empty.env')]
  const labelled = (service: string) => [
    ...['--filter', `label=com.docker.compose.project=${name}`],
    ...['--filter', `label=com.docker.compose.service=${service}`],
  ]

  async function containersOf(service: string): Promise<string[]> {
    const ids = await run(['docker', 'ps', '--all', '--quiet', ...labelled(service)])
    return ids.split('\n').filter(Boolean)
  }

  return {
    url,
    containersOf,
    async up(...options) {
      await run([...project, 'up', '--detach', image ? '--no-build' : '--build', ...options], env)
      await untilReady(url, readyWithinMs)
    },
    async databaseUrl() {
      const [id = ''] = await containersOf('postgres')
      const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
      const address = await run(['docker', 'inspect', '--format', format, id])
      return `postgres://jaanch:${passwords.get('postgres-password')}@${address}:5432/jaanch`
    },
    async execute(service, ...command) {
      const [id = ''] = await containersOf(service)
      return tryRun('docker', ['exec', id, ...command])
    },
    async remove() {
      await run([...project, 'down', '--volumes', '--remove-orphans', '--timeout', '5'], env)
      if (!image) await tryRun('docker', ['image', 'rm', name])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Today's compose is a part of docker, the earlier one a program. @throws Error if there is neither, or no engine answers */
async function findCompose(): Promise<string[]> {
  await run(['docker', 'version', '--format', '{{.Server.Version}}'])
  for (const command of [['docker', 'compose'], ['docker-compose']])
    if ((await tryRun(command[0] ?? '', [...command.slice(1), 'version'])).ok) return command
  throw new Error('There is neither `docker compose` nor docker-compose.')
}

const variableOf = (secret: string) => `${secret.toUpperCase().replaceAll('-', '_')}_FILE`

/** The directory keeps others of this machine out; each user of a container must be able to read its files. */
async function writeSecrets(directory: string): Promise<Map<string, string>> {
  await mkdir(join(directory, 'secrets'), { mode: 0o700 })
  const values = new Map(secretNames.map((name) => [name as string, randomBytes(32).toString('hex')]))
  for (const [name, value] of values) {
    const path = join(directory, 'secrets', name)
    await writeFile(path, `${value}\n`)
    await chmod(path, 0o444)
  }
  return values
}

/** @returns what it printed @throws Error if it fails */
export async function run(command: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const [program = '', ...args] = command
  const { ok, output } = await tryRun(program, args, { cwd: inRepository(), env })
  if (!ok) throw new Error(`${command.join(' ')} failed:\n${output}`)
  return output
}
