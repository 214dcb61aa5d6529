/**
 * docs/server.md, followed literally on a bare Debian, and what can happen to the server that came out of it. `npm run test:server`;
 * needs Docker, about twelve minutes, and no other machine. SERVER_TEST_DEBIAN=trixie takes another release of Debian, SERVER_TEST_KEEP=1
 * leaves the container.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { bookingCalls } from '@jaanch/booking/api'
import { inRepository } from '@jaanch/infra/local/paths'
import { createAuthority } from '@jaanch/tests/support/certificate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildImage,
  docker,
  hasDocker,
  runInContainer,
  type Server,
  startServer,
  untilBooted,
} from './container.ts'
import { declareFaults } from './faults.ts'
import { createCustomer, followBooking, type Market, openMarket } from './journey.ts'
import { startLoad, summaryOf } from './load.ts'
import { type Block, findUnseen, readBlocks } from './page.ts'
import { copySource, type Source } from './source.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const debian = process.env.SERVER_TEST_DEBIAN ?? 'forky'
const domain = 'jaanch.example.org'
const password = 'correct horse battery'
const versions: Record<string, string> = { bookworm: 'debian-12', trixie: 'debian-13', forky: 'debian-14' }

const blocks = readBlocks(readFileSync(inRepository('docs/server.md'), 'utf8'))
/** Whoever follows the page has this Debian and a certificate. */
const chosen = new Set([versions[debian], 'certificate'])
const isFollowed = ({ tags }: Block) => tags.length === 0 || tags.some((tag) => chosen.has(tag))
const withTag = (name: string) => blocks.find(({ tags }) => tags.includes(name)) as Block

const isPossible = await hasDocker()
if (!isPossible) console.warn('docs/server.md is NOT followed: there is no Docker engine on this machine.')

describe.skipIf(!isPossible)('docs/server.md', { timeout: 1_800_000 }, () => {
  let source: Source
  let server: Server
  let terminal: Terminal
  let url: string
  let market: Market
  const log: string[] = []
  const report: { minutes: Record<string, number>; [figure: string]: unknown } = {
    debian,
    cores: availableParallelism(),
    // the minutes are those of a machine that does nothing else when it is about the number of its cores or less
    loadAverage: loadavg(),
    minutes: {},
  }
  const inside = (...command: string[]) => runInContainer(server.name, command)
  const shell = (line: string) => inside('bash', '-c', line)
  /** The name of the running release */
  const current = async () => (await shell('basename "$(readlink /opt/jaanch/current)"')).trim()

  beforeAll(async () => {
    source = await copySource()
    server = await startServer(await buildImage(debian, console.log), domain, source.directory)
    url = `https://${server.address}`
    const { certificate: authority, issue } = await createAuthority('Test authority')
    const { cert, key } = await issue(domain, server.address)
    setDefaultCACertificates([authority])
    // what somebody has who has a certificate, on a server that trusts whoever signed it
    for (const [name, input] of Object.entries({ fullchain: cert, privkey: key }))
      await runInContainer(server.name, ['tee', `/root/${name}.pem`], { input })
    const trusted = '/etc/ssl/certs/ca-certificates.crt'
    await runInContainer(server.name, ['tee', '-a', trusted], { input: authority })
    const replies = [[/Password [^\n]*: $|The same again: $/, password]] as const
    terminal = await openTerminal(server.name, replies, (text) => log.push(text))
  }, 900_000)

  afterAll(async () => {
    terminal?.close()
    mkdirSync(inRepository('test-results'), { recursive: true })
    writeFileSync(join(inRepository('test-results'), 'server.log'), log.join(''))
    writeFileSync(join(inRepository('test-results'), 'server.json'), JSON.stringify(report, null, 2))
    console.log(JSON.stringify(report, null, 2))
    if (!process.env.SERVER_TEST_KEEP) await server?.removeAll()
    await source?.remove()
  }, 60_000)

  async function follow({ section, commands, shown }: Block): Promise<string> {
    // nobody types faster, and a reload of nginx has returned before it is done
    await setTimeout(1_000)
    const { output, failures, ms } = await terminal.type(commands, 1_500_000)
    report.minutes[section] = Math.round(((report.minutes[section] ?? 0) + ms / 60_000) * 100) / 100
    expect(failures, output.slice(-3_000)).toEqual([])
    expect(findUnseen(shown, output), output.slice(-3_000)).toEqual([])
    return output
  }

  it('begins with two values', async () => {
    const values = [`export DOMAIN=${domain}`, 'export SOURCE=file:///srv/source/jaanch.git']
    const { commands } = withTag('settings')
    expect(commands.match(/^export \w+=/gm)).toEqual(values.map((line) => line.match(/^export \w+=/)?.[0]))
    const { failures } = await terminal.type(`${values.join('\n')}\n`, 60_000)
    expect(failures).toEqual([])
  })

  it.each(
    blocks.filter(isFollowed).map((block) => [block.section, block.commands.split('\n')[0], block] as const),
  )('%s: %s', async (_section, _line, block) => {
    await follow(block)
  })

  it('has a report that tells how many minutes it took', () => {
    const total = Object.values(report.minutes).reduce((sum, minutes) => sum + minutes, 0)
    report.total = Math.round(total * 10) / 10
    report.loadAverageAfter = loadavg()
    expect(total).toBeGreaterThan(0)
  })

  it('leads to a server on which people book, and see it live over TLS', async () => {
    // Over https staff would have to set up a second factor first, and customers who have verified nothing have three open visits at
    // most: both have tests of their own
    const setting = `printf 'REQUIRE_STAFF_MFA=0\\nLIMIT_SCALE=1000\\n' >> /etc/jaanch/jaanch.env`
    const restart = '/opt/jaanch/current/infra/deploy/systemd/activate.sh'
    expect((await terminal.type(`${setting} && ${restart}\n`, 300_000)).failures).toEqual([])
    market = await openMarket(url, { email: `priya@${domain}`, password })
    await followBooking(url, market)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(page.headers.get('strict-transport-security')).toMatch(/max-age/)
    expect(await page.text()).toContain('<div id="root"')
    const plain = await shell(
      `curl -s -o /dev/null -w '%{http_code} %{redirect_url}' 'http://${domain}/tests?a=b'`,
    )
    expect(plain).toBe(`308 https://${domain}/tests?a=b`)
  })

  it('offers nothing to the network but SSH, HTTP and HTTPS', async () => {
    const listening = await shell("ss -H -tln | awk '{ print $4 }'").catch(() =>
      shell('cat /proc/net/tcp /proc/net/tcp6'),
    )
    const open = listening.split('\n').filter((line) => line && !/^(127\.|\[::1\]|\[::ffff:127)/.test(line))
    expect(
      open.every((line) => /:(22|80|443)$/.test(line)),
      listening,
    ).toBe(true)
  })

  it('protects the services and their secrets', async () => {
    const overall = await shell(
      "systemd-analyze security jaanch-api@3001 jaanch-workers@1 jaanch-projector@1 --no-pager | grep 'Overall'",
    )
    report.security = overall.match(/[\d.]+ \w+/g)
    for (const [, level] of overall.matchAll(/: ([\d.]+)/g)) expect(Number(level)).toBeLessThan(2)
    const unreadable = [
      'cat /etc/jaanch/jaanch.env',
      'cat /etc/jaanch/secrets/jwt-secret',
      'ls /var/backups/jaanch',
    ]
    for (const account of ['jaanch_service', 'jaanch_build']) {
      const asAccount = (line: string) => shell(`runuser -u ${account} -- sh -c '${line}' 2>&1 || true`)
      for (const line of unreadable) expect(await asAccount(line)).toMatch(/Permission denied/)
      expect(await asAccount('psql -h /var/run/postgresql -U jaanch jaanch -c "select 1"')).toMatch(
        /Peer authentication failed/,
      )
    }
    const environment = await shell(
      "cat /proc/$(systemctl show -P MainPID jaanch-api@3001)/environ | tr '\\0' '\\n'",
    )
    expect(environment).toContain('JWT_SECRET_FILE=/run/credentials/')
    expect(environment).not.toContain((await shell('cat /etc/jaanch/secrets/jwt-secret')).trim())
  })

  declareFaults(() => ({
    url,
    market,
    shell,
    report,
    address: server.address,
    follow: (tag) => follow(withTag(tag)),
  }))

  it('leaves the files of Debian as they are', async () => {
    const changed =
      "dpkg --verify nginx nginx-common redis-server postgresql-18 postgresql-common logrotate 2>&1 | grep ' c ' || true"
    expect(await shell(changed)).toBe('')
  })

  it('is upgraded while people use it, and goes back to the release before', async () => {
    const before = await current()
    const startOfPostgres = () =>
      shell('runuser -u postgres -- psql -qtAXc "select pg_postmaster_start_time()"')
    const startedAt = await startOfPostgres()
    const customers = await Promise.all([1, 2, 3].map(() => createCustomer(url)))
    await source.addRelease()
    for (const tag of ['upgrade', 'rollback']) {
      const stop = startLoad(url, customers, market.packageId)
      await follow(withTag(tag))
      const outcome = await stop()
      report[tag] = summaryOf(outcome)
      expect(outcome.failures).toEqual([])
      for (const customer of customers) {
        const seen = await customer.client.call(bookingCalls.listBookings)
        const own = seen.map(({ id }) => id)
        expect(outcome.booked.filter((id) => own.includes(id)).length).toBeGreaterThan(0)
      }
      if (tag === 'upgrade') expect(await current()).not.toBe(before)
    }
    expect(await current()).toBe(before)
    expect(await startOfPostgres()).toBe(startedAt)
    await followBooking(url, market)
  })

  it.each([
    ['jaanch-api@3001', 'api'],
    ['jaanch-workers@1', 'workers'],
  ])('goes back to the running release when %s of the new one does not get ready', async (unit, service) => {
    const before = await current()
    const customers = [market.customer, await createCustomer(url)]
    await shell(
      `cd /opt/jaanch/releases && cp -al ${before} broken && rm broken/services/${service}/src/main.ts`,
    )
    const stop = startLoad(url, customers, market.packageId)
    const output = await shell(`${activate} --no-migrations broken 2>&1 && echo activated || true`)
    const outcome = await stop()
    report[`a release whose ${service} does not start`] = summaryOf(outcome)
    expect(output).toMatch(new RegExp(`${unit}\\S* does not get ready`))
    expect(output).toContain(`Release broken is not running; release ${before} is.`)
    expect(output).not.toContain('activated')
    expect(await current()).toBe(before)
    expect(outcome.failures).toEqual([])
    await shell('rm -r /opt/jaanch/releases/broken')
    await followBooking(url, market)
  })

  it('backs up by its timer, and is restored with everything that was booked', async () => {
    await inside('systemctl', 'start', 'jaanch-backup.service')
    const psql = (database: string, query: string) =>
      shell(`runuser -u jaanch -- psql -qtAX ${database} -c '${query}'`)
    const count = 'select count(*) from booking_details'
    await shell(
      `runuser -u postgres -- createdb --owner=jaanch --template=template0 --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --lc-ctype=C.UTF-8 jaanch_copy`,
    )
    const restored = await shell(
      `DATABASE_OWNER_URL='postgres://jaanch@localhost/jaanch_copy?host=/var/run/postgresql' jaanch-ops restore "$(ls -d /var/backups/jaanch/*Z | tail -n 1)"`,
    )
    expect(restored).toContain('is restored and verified')
    const live = await psql('jaanch', count)
    expect(Number(live)).toBeGreaterThan(20)
    expect(await psql('jaanch_copy', count)).toBe(live)
  })

  it('comes back after a reboot', async () => {
    const startedAt = performance.now()
    await docker('restart', '-t', '60', server.name)
    await untilBooted(server.name)
    await expect
      .poll(
        () =>
          fetch(`${url}/api/ready`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200)
    report.rebootSeconds = Math.round((performance.now() - startedAt) / 1_000)
    await followBooking(url, market)
    expect(await shell("systemctl list-units --failed --plain --no-legend 'jaanch-*'")).toBe('')
  })

  it('is taken away, and its data only when that is demanded', async () => {
    await inside('/opt/jaanch/current/infra/deploy/systemd/uninstall.sh')
    expect(await shell("systemctl list-unit-files --no-legend 'jaanch*' || true")).toBe('')
    expect(await shell('runuser -u jaanch -- psql -qtAX jaanch -c "select 1"')).toBe('1\n')
    expect(await shell('systemctl is-active redis-server nginx')).toBe('active\nactive\n')
    const withData = '/usr/src/jaanch/infra/deploy/systemd/uninstall.sh --with-data'
    expect(await shell(`${withData} 2>&1 || true`)).toContain('belong to jaanch too')
    await shell('runuser -u postgres -- dropdb jaanch_copy')
    await shell(withData)
    expect(await shell('ls -d /etc/jaanch /var/backups/jaanch /opt/jaanch 2>/dev/null || true')).toBe('')
    expect(
      await shell(
        'runuser -u postgres -- psql -qtAX -c "select count(*) from pg_roles where rolname like \'jaanch%\'"',
      ),
    ).toBe('0\n')
  })
})

const activate = '/opt/jaanch/current/infra/deploy/systemd/activate.sh'
