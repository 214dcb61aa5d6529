/**
 * "The server is gone" of docs/server.md: a server whose backups go to a second machine is destroyed, and restored on a new one, by the
 * blocks of the page. `npm run test:server`; needs Docker and about fifteen minutes.
 */
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { inRepository } from '@jaanch/infra/local/paths'
import { createAuthority } from '@jaanch/tests/support/certificate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildImage,
  docker,
  hasDocker,
  type Machine,
  runInContainer,
  type Server,
  startServer,
} from './container.ts'
import { followBooking, type Market, openMarket } from './journey.ts'
import { type Block, findUnseen, readBlocks } from './page.ts'
import { copySource, type Source } from './source.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const debian = process.env.SERVER_TEST_DEBIAN ?? 'forky'
const domain = 'jaanch.example.org'
const password = 'correct horse battery'

const blocks = readBlocks(readFileSync(inRepository('docs/server.md'), 'utf8'))
const tagged = (tag: string) => blocks.filter(({ tags }) => tags.includes(tag))
const ofStep = (step: number) =>
  blocks.filter(({ section, tags }) => section.startsWith(`${step}. `) && tags.length === 0)
const offsite = tagged('offsite')

const isPossible = await hasDocker()

describe.skipIf(!isPossible)('a server with backups on a second machine', { timeout: 1_800_000 }, () => {
  let source: Source
  let server: Server
  let second: Machine
  let url: string
  let market: Market
  /** The secret key of age */
  let identity: string
  const terminals: Terminal[] = []
  const output: string[] = []

  beforeAll(async () => {
    source = await copySource()
    server = await startServer(await buildImage(debian, console.log), domain, source.directory)
    second = await server.startAnother('second', '11')
    url = `https://${server.address}`
    const { certificate, issue } = await createAuthority('Test authority')
    const { cert, key } = await issue(domain, server.address)
    setDefaultCACertificates([certificate])
    await writeFile(join(source.directory, 'fullchain.pem'), cert)
    await writeFile(join(source.directory, 'privkey.pem'), key)
    await on(second, 'apt-get update -q && apt-get install -y -q --no-install-recommends openssh-server age')
    await on(second, 'systemctl start ssh')
    identity = await on(second, 'age-keygen 2> /dev/null')
  }, 900_000)

  afterAll(async () => {
    for (const terminal of terminals) terminal.close()
    await mkdir(inRepository('test-results'), { recursive: true })
    await writeFile(join(inRepository('test-results'), 'lost-server.log'), output.join(''))
    if (!process.env.SERVER_TEST_KEEP) await server?.removeAll()
    await source?.remove()
  }, 60_000)

  const on = ({ name }: Machine, line: string) => runInContainer(name, ['bash', '-c', line])
  const ask = (machine: Machine, database: string, query: string) =>
    on(machine, `runuser -u postgres -- psql -qtAX ${database} -c "${query}"`)
  const countBookings = async (machine: Machine) =>
    Number(await ask(machine, 'jaanch', 'select count(*) from booking_details'))

  async function sitDownAt({ name }: Machine): Promise<(block: Block) => Promise<void>> {
    const terminal = await openTerminal(name, [[/Password [^\n]*: $|The same again: $/, password]], (text) =>
      output.push(text),
    )
    terminals.push(terminal)
    await terminal.type(`export DOMAIN=${domain} SOURCE=file:///srv/source/jaanch.git\n`, 60_000)
    const recipient = identity.match(/age1\w+/)?.[0]
    await terminal.type(`export SECOND=${second.address} RECIPIENT=${recipient}\n`, 60_000)
    return async ({ commands, shown }) => {
      const typed = await terminal.type(commands, 1_200_000)
      expect(typed.failures, typed.output.slice(-3_000)).toEqual([])
      expect(findUnseen(shown, typed.output), typed.output.slice(-3_000)).toEqual([])
    }
  }

  it('sends them there as the page says', async () => {
    const follow = await sitDownAt(server)
    for (const block of [2, 3, 4].flatMap(ofStep)) await follow(block)
    await on(server, 'cp /srv/source/*.pem /etc/jaanch/tls/ && systemctl reload nginx')
    for (const block of ofStep(6)) await follow(block)
    await on(server, `printf 'REQUIRE_STAFF_MFA=0\\nLIMIT_SCALE=1000\\n' >> /etc/jaanch/jaanch.env`)
    await on(server, '/opt/jaanch/current/infra/deploy/systemd/activate.sh')
    market = await openMarket(url, { email: `priya@${domain}`, password })

    for (const { commands } of tagged('second-machine')) await on(second, commands)
    const [values, preparation, ...rest] = offsite
    expect(values?.commands.match(/^export \w+=/gm)).toEqual(['export SECOND=', 'export RECIPIENT='])
    if (preparation) await follow(preparation)
    const key = await on(server, 'cat /etc/jaanch/backup/ssh-key.pub')
    const home = '/home/jaanch-backups/.ssh'
    await on(second, `echo '${key.trim()}' > ${home}/authorized_keys; chown -R jaanch-backups: ${home}`)
    for (const block of rest) await follow(block)
  })

  /** Follows the page on a new machine. @param options of the installation, beside those of the page */
  async function restoreOn(name: string, options = ''): Promise<Machine> {
    const fresh = await server.startAnother(name, '10')
    await on(fresh, 'cp /srv/source/jaanch-secrets.tar.age /root/')
    await runInContainer(fresh.name, ['tee', '/root/jaanch-key.txt'], { input: identity })
    const follow = await sitDownAt(fresh)
    for (const block of [2, 3].flatMap(ofStep)) await follow(block)
    await on(fresh, 'apt-get install -y -q --no-install-recommends pgbackrest age openssh-client')
    for (const block of tagged('restore')) {
      const startedAt = performance.now()
      await follow({ ...block, commands: block.commands.replace(/(?=\n)/, options) })
      output.push(`\n${name}: ${Math.round((performance.now() - startedAt) / 1_000)} s\n`)
    }
    return fresh
  }

  let moment: string
  let bookedBefore: number

  it('is restored on a new machine with all that was booked a minute before its loss', async () => {
    await followBooking(url, market)
    bookedBefore = await countBookings(server)
    moment = (await ask(server, 'jaanch', 'select now()')).trim()
    await followBooking(url, market)
    const booked = await countBookings(server)
    const bookedAt = (await ask(server, 'jaanch', 'select now()')).trim()
    // archive_timeout, and the time that a segment needs
    const isArchived = `select last_archived_time > '${bookedAt}' from pg_stat_archiver`
    await expect
      .poll(() => ask(server, 'jaanch', isArchived), { timeout: 90_000, interval: 1_000 })
      .toBe('t\n')
    await server.remove()

    const secrets = join(source.directory, 'jaanch-secrets.tar.age')
    await docker('cp', `${second.name}:/srv/jaanch-backups/jaanch-secrets.tar.age`, secrets)
    const fresh = await restoreOn('new')
    expect(booked).toBeGreaterThan(bookedBefore)
    expect(await countBookings(fresh)).toBe(booked)
    await followBooking(url, market)
    await fresh.remove()
  })

  it('is restored to a moment', async () => {
    const fresh = await restoreOn('moment', ` --at '${moment}'`)
    expect(await countBookings(fresh)).toBe(bookedBefore)
    await followBooking(url, market)
  })
})
