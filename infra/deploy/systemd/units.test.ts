import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { trafficKeptDays } from '@jaanch/contracts/kept-for'
import { loadConfig } from '@jaanch/platform/config'
import { knownVariables } from '@jaanch/platform/settings'
import { expect, it, onTestFinished } from 'vitest'
import { inRepository } from '../../local/paths.ts'
import { findOnPath } from '../../local/process/commands.ts'

const directory = import.meta.dirname
const units = readdirSync(directory).filter((name) => /\.(service|timer|target|path)$/.test(name))
const services = units.filter((name) => name.endsWith('.service'))
/** Those that are scripts, which run as root and become postgres; the others are programs of Node */
const scripts = ['jaanch-ledger.service', 'jaanch-offsite.service', 'jaanch-rehearsal.service']
const programs = services.filter((name) => !scripts.includes(name))
/** Those that run all the time */
const daemons = services.filter((name) => /api|workers|projector/.test(name))
const common = readUnit(join(directory, 'common.conf'))
const settingsOf = (unit: string) => [
  ...readUnit(join(directory, unit)),
  ...(unit.endsWith('.service') ? common : []),
]
const valuesOf = (unit: string, name: string) =>
  settingsOf(unit)
    .filter((setting) => setting.name === name)
    .map(({ value }) => value)

/** The targets of the links of build-release.sh: a release has `infra/deploy/systemd` and `infra/deploy/nginx`, as the releases before had. */
const unlinked = (path: string) => path.replace(/^infra\/(?=(?:nginx|systemd)\/)/, 'infra/deploy/')
/** A path on the server as one of the repository: a release is a copy of it. */
const inRelease = (path: string) => {
  const inside = path.match(/^\/opt\/jaanch\/(?:current|releases\/%i)\/(.+)$/)?.[1]
  return inside && unlinked(inside)
}
const readEnv = (file: string) =>
  readFileSync(join(directory, file), 'utf8')
    .split('\n')
    .flatMap((line) => (/^#?[A-Z_]+=/.test(line) ? [line.replace(/^#/, '')] : []))
    .map((line) => line.split(/=(.*)/s) as [string, string])

it.each(programs)('%s starts a program that a release has', (unit) => {
  const [command = ''] = valuesOf(unit, 'ExecStart')
  const [node = '', program = ''] = command.split(' ')
  // build-release.sh makes it
  expect(inRelease(node)).toBe('bin/node')
  expect(existsSync(inRepository(program)), program).toBe(true)
})

it.each(scripts)(
  '%s starts scripts that a release has, and leaves the shared memory of PostgreSQL alone',
  (unit) => {
    const commands = ['ExecStart', 'ExecStartPost', 'ExecStopPost'].flatMap((name) => valuesOf(unit, name))
    for (const command of commands) {
      const [path = ''] = command.split(' ')
      expect(path).toMatch(/^\+/)
      expect(existsSync(inRepository(inRelease(path.slice(1)) ?? 'nowhere')), command).toBe(true)
    }
    // systemd would remove it when a unit of the user postgres ends: RemoveIPC is part of the sandbox
    expect(valuesOf(unit, 'User')).toEqual([])
  },
)

it.each(programs)('%s gets variables that Jaanch knows, from files that exist', (unit) => {
  const files = valuesOf(unit, 'EnvironmentFile')
  // settings of the server override those of the release
  expect(files.at(-1)).toBe('/etc/jaanch/jaanch.env')
  const names = files
    .map((file) => inRelease(file) ?? 'infra/deploy/systemd/jaanch.env')
    .flatMap((file) => readEnv(file.replace('infra/deploy/systemd/', '')))
    .map(([name]) => name)
  const set = valuesOf(unit, 'Environment').flatMap((line) =>
    line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  )
  const unknown = [...names, ...set].filter((name) => !knownVariables.includes(name.replace(/_FILE$/, '')))
  expect(unknown).toEqual([])
})

it('what the files say is a usable configuration', () => {
  const config = loadConfig(
    Object.fromEntries(
      ['server.env', 'services.env', 'owner.env', 'jaanch.env'].flatMap((file) =>
        readEnv(file).map(([name, value]) => [
          name,
          value.replace(/^'(.*)'$/, '$1').replaceAll('@DOMAIN@', 'jaanch.example.org'),
        ]),
      ),
    ),
  )
  expect(config).toMatchObject({
    production: true,
    publicUrl: 'https://jaanch.example.org',
    mailFrom: 'Jaanch <no-reply@jaanch.example.org>',
    allowKnownSecrets: false,
  })
  expect(new URL(config.databaseUrl ?? '').username).toBe('jaanch_service')
  expect(new URL(config.databaseOwnerUrl ?? '').username).toBe('jaanch')
})

it('each service has the account, the secrets and the restarts that it needs, and no more', () => {
  const having = (name: string, value: string) =>
    programs.filter((unit) => valuesOf(unit, name).join().includes(value)).sort()
  const owners = ['jaanch-backup.service', 'jaanch-migrate@.service']
  expect(programs.filter((unit) => !having('User', 'jaanch_service').includes(unit)).sort()).toEqual(owners)
  expect(having('EnvironmentFile', 'owner.env')).toEqual(owners)
  for (const secret of ['jwt-secret', 'second-factor-key'])
    expect(having('LoadCredential', secret)).toEqual(['jaanch-api@.service'])
  expect(having('Restart', 'always')).toEqual(daemons.toSorted())
  // the signs of life come from a child; a core would contain data of people
  expect(having('WatchdogSec', '60')).toEqual(daemons.toSorted())
  expect(having('NotifyAccess', 'all')).toEqual(daemons.toSorted())
  expect(having('WatchdogSignal', 'SIGKILL')).toEqual(daemons.toSorted())
})

it('each file of a credential is made by install.sh: a unit does not start without one', () => {
  const script = readFileSync(join(directory, 'install.sh'), 'utf8')
  const paths = services.flatMap((unit) => valuesOf(unit, 'LoadCredential').map((each) => each.split(':')))
  expect(paths.length).toBeGreaterThan(3)
  for (const [name = '', path] of paths) {
    expect(path).toBe(`/etc/jaanch/secrets/${name}`)
    expect(script).toMatch(new RegExp(`^(secret|for name in .*) ?\\b${name}\\b`, 'm'))
  }
})

it.each(['erased', 'disabled', 'consent-withdrawn'])(
  'a restore of this server takes entries of the ledger: %s',
  (kind) => {
    const script = readFileSync(join(directory, 'offsite.sh'), 'utf8')
    const [, pattern = 'none'] = /\$name =~ (\S+) /.exec(script) ?? []
    expect(`1795000000000-${kind}-00000000-0000-4000-8000-000000000001`).toMatch(new RegExp(pattern))
  },
)

it('the API and jaanch-ops write the ledger of erasures, which is not in the database', () => {
  const [[, path] = []] = readEnv('server.env').filter(([name]) => name === 'ERASURE_LEDGER')
  expect(valuesOf('jaanch-api@.service', 'ReadWritePaths')).toEqual([`-${path}`])
  const script = (name: string) => readFileSync(join(directory, name), 'utf8')
  expect(script('install.sh')).toContain(`install -d -m 770 -o jaanch_service -g jaanch ${path}`)
  expect(script('jaanch-ops')).toContain('/infra/deploy/systemd/server.env')
  expect(script('uninstall.sh')).toContain(`${dirname(path ?? '')}
`)
})

it('nginx sends requests to the processes that the target starts, and Prometheus asks all of them', () => {
  const wanted = valuesOf('jaanch.target', 'Wants').flatMap((line) => line.split(' '))
  const ports = wanted.flatMap((unit) => unit.match(/^jaanch-api@(\d+)\.service$/)?.[1] ?? [])
  const site = readFileSync(join(directory, 'nginx-site.conf'), 'utf8')
  expect([...site.matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(([, port]) => port)).toEqual(ports)
  const metricsPorts = wanted.map((unit) => {
    const [, template, instance = ''] = unit.match(/^(.+@)(\d+)\.service$/) ?? []
    const line = valuesOf(`${template}.service`, 'Environment').find((text) => text.includes('METRICS_PORT'))
    return line?.match(/METRICS_PORT=(\S+)/)?.[1]?.replace('%i', instance)
  })
  const targets = readFileSync(join(directory, 'metrics-targets.yml'), 'utf8')
  expect([...targets.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port).sort()).toEqual(
    metricsPorts.sort(),
  )
})

it('Prometheus asks Alertmanager and each exporter at the port where monitoring.sh starts it', () => {
  const script = readFileSync(join(directory, 'monitoring.sh'), 'utf8')
  const started = [...script.matchAll(/listen-address=(127\.0\.0\.1:\d+)/g)].map(([, address]) => address)
  const exporters = readFileSync(join(directory, 'exporters.yml'), 'utf8')
  const asked = [...exporters.matchAll(/'(127\.0\.0\.1:\d+)'/g)].map(([, address]) => address)
  expect([...asked, '127.0.0.1:9090'].toSorted()).toEqual(started.toSorted())
})

it('nginx includes files that install.sh copies: a rollback of the release leaves them together', () => {
  const site = readFileSync(join(directory, 'nginx-site.conf'), 'utf8')
  const included = [...site.matchAll(/^\s*include (.+);/gm)].map(([, path = '']) => path)
  expect(included).toEqual(['/etc/nginx/jaanch/jaanch.conf', '/etc/nginx/jaanch/locations.conf'])
  const [, parts = ''] =
    /for part in ([\w ]+); do replace "\/etc\/nginx\/jaanch\/\$part.conf"/.exec(
      readFileSync(join(directory, 'install.sh'), 'utf8'),
    ) ?? []
  expect(parts.split(' ').map((part) => `/etc/nginx/jaanch/${part}.conf`)).toEqual(included)
})

it('the log of nginx is turned over where the site writes it', () => {
  const site = readFileSync(join(directory, 'nginx-site.conf'), 'utf8')
  const [, log] = /access_log (\/\S+) jaanch_refused if=\$jaanch_refused;/.exec(site) ?? []
  expect(log).toBeDefined()
  const rotation = readFileSync(join(directory, 'logrotate.conf'), 'utf8')
  expect(rotation).toContain(`${log} {`)
  expect(rotation).toContain(`maxage ${trafficKeptDays}\n`)
})

it('the scripts name files that the repository has', () => {
  for (const script of readdirSync(directory).filter((name) => /\.sh$|^jaanch-ops$/.test(name))) {
    const text = readFileSync(join(directory, script), 'utf8')
    const named = [
      ...text.matchAll(/\$(?:here|release|releases\/\$1)\/((?:infra|packages)\/[\w./@-]+|[\w-]+\.\w+)/g),
    ]
    for (const [, path = ''] of named) {
      const file = path.includes('/') ? inRepository(unlinked(path)) : join(directory, path)
      expect(existsSync(file), `${script}: ${path}`).toBe(true)
    }
    expect(spawnSync('bash', ['-n', join(directory, script)]).status, script).toBe(0)
  }
})

// a machine without systemd has no systemd-analyze: the tests above read the units too
it.skipIf(!findOnPath('systemd-analyze'))('systemd finds nothing wrong with the units', () => {
  const root = mkdtempSync(join(tmpdir(), 'jaanch-units-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (path: string, text: string, mode?: number) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text, { mode })
  }
  const here = 'etc/systemd/system'
  for (const unit of units) write(`${here}/${unit}`, readFileSync(join(directory, unit), 'utf8'))
  write(`${here}/jaanch-.service.d/10-common.conf`, readFileSync(join(directory, 'common.conf'), 'utf8'))
  for (const node of ['current', 'releases/1']) write(`opt/jaanch/${node}/bin/node`, '#!/bin/sh\n', 0o755)
  for (const script of ['offsite.sh', 'rehearse-restore.sh'])
    write(`opt/jaanch/current/infra/deploy/systemd/${script}`, '#!/bin/sh\n', 0o755)
  for (const target of [
    'sysinit',
    'basic',
    'shutdown',
    'multi-user',
    'network',
    'timers',
    'paths',
    'time-sync',
    'time-set',
  ])
    write(`${here}/${target}.target`, '[Unit]\n')
  for (const server of ['postgresql', 'redis-server'])
    write(`${here}/${server}.service`, '[Service]\nExecStart=/opt/jaanch/current/bin/node\n')
  const instances = units.map((unit) => unit.replace('@.', '@1.'))
  const { stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', `--root=${root}`, ...instances],
    {
      encoding: 'utf8',
    },
  )
  expect(stdout + stderr).toBe('')
})

/** A setting of a unit, in the order of the file: `[Service] User=jaanch` is { section: 'Service', name: 'User', value: 'jaanch' } */
type Setting = { section: string; name: string; value: string }

/** Reads a unit file of systemd. @throws Error for a line that is none of a section, a setting or a comment */
function readUnit(path: string): Setting[] {
  const settings: Setting[] = []
  let section = ''
  for (const line of readFileSync(path, 'utf8')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')) {
    if (/^\s*([#;]|$)/.test(line)) continue
    const heading = line.match(/^\[(\w+)\]$/)?.[1]
    const [, name, value] = line.match(/^(\w+)=(.*)$/) ?? []
    if (heading) section = heading
    else if (section && name !== undefined) settings.push({ section, name, value: value ?? '' })
    else throw new Error(`${path}: ${line}`)
  }
  return settings
}
