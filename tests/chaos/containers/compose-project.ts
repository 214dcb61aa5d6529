/** An installation in containers of its own, as docs/compose.md makes one: secrets in files, ports and networks that are free. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { run as tryRun } from '@jaanch/infra/local/process/commands'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { untilReady } from '@jaanch/tests/support/service-process'

export type ComposeProject = Awaited<ReturnType<typeof createComposeProject>>

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

/** @param image of our services; undefined: `up` builds it */
export async function createComposeProject(image: string | undefined) {
  // says at once if no engine answers
  await run(['docker', 'compose', 'version'])
  const name = `jaanch-drill-${randomBytes(3).toString('hex')}`
  const directory = await mkdtemp(join(tmpdir(), `${name}-`))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const password = randomBytes(32).toString('hex')
  // the directory keeps others of this machine out; each user of a container must be able to read its files
  await mkdir(join(directory, 'secrets'), { mode: 0o700 })
  const env: NodeJS.ProcessEnv = {
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
  }
  for (const secret of secretNames) {
    const path = join(directory, 'secrets', secret)
    const value = secret === 'postgres-password' ? password : randomBytes(32).toString('hex')
    await writeFile(path, `${value}\n`)
    await chmod(path, 0o444)
    env[`${secret.toUpperCase().replaceAll('-', '_')}_FILE`] = path
  }
  // nothing of an .env beside docker-compose.yml
  const noEnv = join(directory, 'empty.env')
  await writeFile(noEnv, '')
  const compose = (...args: string[]) =>
    run(['docker', 'compose', '--project-name', name, '--env-file', noEnv, ...args], env)

  /** Ids of the containers of a service, also of those that do not run */
  async function containersOf(service: string): Promise<string[]> {
    const labels = { project: name, service }
    const filters = Object.entries(labels).flatMap(([label, value]) => [
      ...['--filter', `label=com.docker.compose.${label}=${value}`],
    ])
    const ids = await run(['docker', 'ps', '--all', '--quiet', ...filters])
    return ids.split('\n').filter(Boolean)
  }

  return {
    url,
    containersOf,
    async up() {
      await compose('up', '--detach', image ? '--no-build' : '--build')
      await untilReady(url, readyWithinMs)
    },
    /** The owner's address of the database: Linux reaches containers by their addresses. It changes when Postgres starts again. */
    async databaseUrl() {
      const [id = ''] = await containersOf('postgres')
      const [address] = await addressesOf(id)
      return `postgres://jaanch:${password}@${address}:5432/jaanch`
    },
    async remove() {
      await compose('down', '--volumes', '--remove-orphans', '--timeout', '5')
      if (!image) await tryRun('docker', ['image', 'rm', name])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export async function addressesOf(id: string): Promise<string[]> {
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}'
  return (await run(['docker', 'inspect', '--format', format, id])).trim().split(' ')
}

/** @returns what it printed. @throws Error if it fails */
export async function run(command: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const [program = '', ...args] = command
  const { ok, output } = await tryRun(program, args, { cwd: inRepository(), env })
  if (!ok) throw new Error(`${command.join(' ')} failed:\n${output}`)
  return output
}
