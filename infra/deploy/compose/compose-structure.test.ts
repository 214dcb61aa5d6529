/** The structure of docker-compose.yml: processes, networks, limits, profiles. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { inRepository } from '@jaanch/infra/local/paths'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  type ComposeService,
  readCompose,
  readComposeText,
  readDevelopmentVariables,
  serviceOf,
  variablesIn,
} from './testing.ts'

const compose = readCompose()
const all = Object.entries(compose.services)
const alwaysOn = all.filter(([name, { profiles }]) => !profiles && name !== 'migrate')
const service = (name: string) => serviceOf(compose, name)

const networksOf = ({ networks = [] }: ComposeService) =>
  Array.isArray(networks) ? networks : Object.keys(networks)
const membersOf = (network: string) =>
  all.filter(([, each]) => networksOf(each).includes(network)).map(([name]) => name)

function megabytesOf({ mem_limit, scale = 1 }: ComposeService): number {
  const [, number = ''] = /^(\d+)m$/.exec(mem_limit) ?? []
  return Number(number) * scale
}

describe('the installation in containers', () => {
  it('runs two processes of each service behind nginx', () => {
    expect(alwaysOn.map(([name]) => name).sort()).toEqual(
      ['nginx', 'api-1', 'api-2', 'workers', 'projector', 'postgres', 'redis'].sort(),
    )
    expect([service('workers').scale, service('projector').scale]).toEqual([2, 2])
    const { networks: _, ...first } = service('api-1')
    expect(service('api-2')).toMatchObject(first)
    expect(service('api-3')).toMatchObject({ ...first, profiles: ['api-3'] })
  })

  it('fits 4 GB with its backups, and no container takes more than both cores', () => {
    const together = [...alwaysOn, ['backup', service('backup')] as const]
    const sum = together.reduce((megabytes, [, each]) => megabytes + megabytesOf(each), 0)
    // the rest is for the operating system and the container engine
    expect(sum).toBeLessThanOrEqual(4_096 - 192)
    for (const [name, each] of all) {
      expect(megabytesOf(each), name).toBeGreaterThan(0)
      expect(each.cpus, name).toBeGreaterThan(0)
      expect(each.cpus, name).toBeLessThan(2)
    }
  })

  it('gives Postgres the connections that these processes open, and buffers that fit its memory', () => {
    const settings = new Map(
      service('postgres').command?.flatMap((argument) => {
        const [, name = '', value = ''] = /^-c(\w+)=(.*)$/.exec(argument) ?? []
        return name ? [[name, Number.parseInt(value, 10)] as const] : []
      }),
    )
    const { scale: workers = 0 } = service('workers')
    const { scale: projectors = 0 } = service('projector')
    // docs/limits.md: 9 and 6 more of a projector that builds tables and carries out a run; 3 are for superusers
    const needed = 37 * 2 + 21 * workers + 15 * projectors + 12 + 3
    expect(settings.get('max_connections')).toBeGreaterThanOrEqual(needed)
    expect(settings.get('shared_buffers')).toBe(256)
    expect((settings.get('shared_buffers') ?? 0) * 3).toBeLessThan(megabytesOf(service('postgres')))
  })
})

describe('each container', () => {
  it('starts again after a crash, keeps 50 MB of log, and can change nothing but its data', () => {
    for (const [name, each] of all) {
      const runsOnce = ['migrate', 'backup-directory'].includes(name)
      expect(each, name).toMatchObject({
        restart: runsOnce ? 'no' : 'unless-stopped',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
      })
      const mounts = each.volumes?.filter((volume) => volume.startsWith('.')) ?? []
      for (const mount of mounts) {
        const [path = '', , mode] = mount.split(':')
        expect(mode, `${name}: ${mount}`).toBe('ro')
        expect(existsSync(inRepository(path)), `${name}: ${mount}`).toBe(true)
      }
    }
  })

  it('of ours gains nothing, waits for the migrations and has 30 s to stop', () => {
    for (const [name, each] of all.filter(([, { environment }]) => environment?.DATABASE_URL)) {
      const migrate = { condition: 'service_completed_successfully' }
      const waits = name === 'migrate' ? { postgres: { condition: 'service_healthy' } } : { migrate }
      expect(each, name).toMatchObject({ stop_grace_period: '30s', depends_on: waits })
      expect(each.cap_add, name).toBeUndefined()
    }
  })

  it('of the API keeps a line for each request on a volume that the image gives to its user', () => {
    for (const name of ['api-1', 'api-2', 'api-3']) {
      const { environment, volumes } = service(name)
      expect(volumes, name).toContain(`requests:${environment?.ACCESS_LOG}`)
      const image = readFileSync(inRepository('infra/deploy/compose/Dockerfile'), 'utf8')
      expect(image).toContain(`--chown=1000:1000 /requests ${environment?.ACCESS_LOG}\n`)
    }
  })
})

describe('the networks', () => {
  it('lead from outside to nginx only; what profiles publish is for this machine', () => {
    for (const [name, { ports = [] }] of all.filter(([name]) => name !== 'nginx'))
      for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/)
    const published = all.filter(([, { ports }]) => ports).map(([name]) => name)
    expect(published.sort()).toEqual(['grafana', 'mailpit', 'nginx'])
    for (const port of service('nginx').ports ?? [])
      expect(port).toMatch(/^\$\{PUBLISH_ADDRESS:-127\.0\.0\.1\}:/)
  })

  it('let nginx alone reach the API from there, and services alone Postgres and Redis', () => {
    expect(membersOf('web').sort()).toEqual(['api-1', 'api-2', 'api-3', 'nginx'])
    expect(networksOf(service('nginx'))).toEqual(['web'])
    const services = ['api-1', 'api-2', 'api-3', 'workers', 'projector', 'migrate', 'backup']
    const servers = ['postgres', 'redis', 'postgres-exporter', 'redis-exporter']
    expect(membersOf('data').sort()).toEqual([...services, ...servers].sort())
    expect(networksOf(service('postgres'))).toEqual(['data'])
    expect(networksOf(service('redis'))).toEqual(['data'])
    expect(compose.networks.data).toEqual({ internal: true })
  })

  it('give nginx the addresses that the API processes have', () => {
    const fixed = ['api-1', 'api-2', 'api-3'].map((name) => {
      const networks = service(name).networks as Record<string, { ipv4_address: string }>
      return `${name}:${networks.web?.ipv4_address}`
    })
    expect(service('nginx')).toMatchObject({ extra_hosts: fixed })
    expect(new Set(fixed).size).toBe(3)
  })

  it('lead Prometheus to every process that has metrics, and to the exporters and Alertmanager', () => {
    const file = readFileSync(inRepository('infra/deploy/monitoring/prometheus.compose.yml'), 'utf8')
    const [job, exporters] = parse(file).scrape_configs
    const inNetwork = all.filter(([, each]) => networksOf(each).includes('metrics'))
    const measured = inNetwork.filter(([, each]) => each.environment?.METRICS_PORT)
    const asked: string[] = exporters.static_configs.map(({ targets: [target] }: { targets: string[] }) =>
      target?.replace(/:\d+$/, ''),
    )
    const others = inNetwork.filter((each) => !measured.includes(each)).map(([name]) => name)
    expect([...asked, 'prometheus'].toSorted()).toEqual(others.toSorted())
    const names = measured.map(([name]) => name)
    expect(job.dns_sd_configs[0].names.toSorted()).toEqual(names.toSorted())
    for (const name of [...names, 'prometheus']) expect(networksOf(service(name)), name).toContain('metrics')
    const [{ regex, replacement }] = job.relabel_configs
    const jobs = names.map((name) => name.replace(new RegExp(`^(?:${regex})$`), replacement))
    expect([...new Set(jobs)].sort()).toEqual(['jaanch-api', 'jaanch-projector', 'jaanch-workers'])
    for (const [, { environment }] of measured) expect(environment?.METRICS_PORT).toBe('0.0.0.0:9464')
  })
})

describe('docs/compose.md', () => {
  const page = readFileSync(inRepository('docs/compose.md'), 'utf8')
  const settings = readFileSync(inRepository('docs/settings.md'), 'utf8')

  it('or docs/settings.md has a row for every variable that the file reads', () => {
    const listed = `${page}\n${settings}`
    const used = [...variablesIn(readComposeText()), ...Object.keys(readDevelopmentVariables())]
    // NAME_FILE is said of all secrets at once
    const missing = used.filter(
      (name) => !name.endsWith('_FILE') && !new RegExp(`^\\| (\`[A-Z_]+\`, )*\`${name}\``, 'm').test(listed),
    )
    expect(missing).toEqual([])
  })
})

const programs = [['docker', 'compose'], ['docker-compose']].filter(
  ([program = '', ...args]) => spawnSync(program, [...args, 'version']).status === 0,
)

// where there is none, the next test says what is known to be too new
it.skipIf(programs.length === 0)('the file is understood by the compose of this machine', () => {
  const profiles = [...new Set(all.flatMap(([, { profiles = [] }]) => profiles))]
  for (const [program = '', ...args] of programs) {
    const { status, stderr } = spawnSync(
      program,
      [...args, '--env-file', 'infra/deploy/compose/development.env', 'config', '--quiet'],
      {
        cwd: inRepository(),
        env: { ...process.env, COMPOSE_PROFILES: profiles.join(',') },
        encoding: 'utf8',
      },
    )
    expect({ program, status, stderr }).toEqual({ program, status: 0, stderr: '' })
  }
})
