import { execFileSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { findUnfitSecret } from '@jaanch/platform/config'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ofContainers, ofOverlays } from './demands.ts'
import { type KubernetesObject, type Labels, ofKind, selects, workloadsOf } from './objects.ts'
import { copyExamples, manifests, overlays, parseObjects, renderAll, renderOverlays } from './render.ts'
import { findSchemaFaults } from './schemas.ts'

/** A pod of ours, or one of another namespace */
type Peer = { labels: Labels; namespace?: Labels }

type Selector = Parameters<typeof selects>[0]
type Rule = {
  from?: { podSelector?: Selector; namespaceSelector?: Selector; ipBlock?: unknown }[]
  to?: Rule['from']
  ports?: { port: number | string; protocol?: string }[]
}

/** The ports of our pods by their names */
const portNumbers: Record<string, number> = { http: 3000, metrics: 9464, postgres: 5432, redis: 6379 }

/**
 * Whether the network policies let one pod connect to another, as Kubernetes defines it: a direction that some policy of a pod is about
 * is closed but for what one of them allows. Blocks of addresses are outside of the cluster here.
 */
function isAllowed(
  objects: readonly KubernetesObject[],
  { from, to, port }: { from: Peer; to: Peer; port: number },
): boolean {
  return (
    isOpen(objects, 'Egress', { own: from, other: to, port }) &&
    isOpen(objects, 'Ingress', { own: to, other: from, port })
  )
}

type Direction = 'Ingress' | 'Egress'
type Connection = { own: Peer; other: Peer; port: number }

function isOpen(objects: readonly KubernetesObject[], direction: Direction, connection: Connection): boolean {
  // policies of other namespaces are not ours
  if (connection.own.namespace) return true
  const policies = ofKind(objects, 'NetworkPolicy').filter(
    ({ spec }) => spec.policyTypes.includes(direction) && selects(spec.podSelector, connection.own.labels),
  )
  if (policies.length === 0) return true
  const rules = policies.flatMap(({ spec }) => (spec[direction.toLowerCase()] ?? []) as Rule[])
  return rules.some((rule) => fits(rule, direction === 'Ingress' ? rule.from : rule.to, connection))
}

function fits({ ports }: Rule, peers: Rule['from'], { other, port }: Connection): boolean {
  const isPort = ports?.some((each) => (portNumbers[each.port] ?? each.port) === port) ?? true
  const isPeer =
    peers?.some(({ podSelector, namespaceSelector, ipBlock }) => {
      if (ipBlock) return false
      const isNamespace = namespaceSelector
        ? other.namespace !== undefined && selects(namespaceSelector, other.namespace)
        : other.namespace === undefined
      return isNamespace && selects(podSelector ?? {}, other.labels)
    }) ?? true
  return isPort && isPeer
}

let rendered: Awaited<ReturnType<typeof renderOverlays>>

// the first time, kustomize is downloaded
beforeAll(async () => {
  rendered = await renderOverlays()
})

describe.each(overlays)('the overlay %s', (overlay) => {
  it('fits the schemas of its kinds, and has no field that they do not know', () => {
    expect(findSchemaFaults(rendered[overlay])).toEqual([])
  })

  it.each(Object.entries(ofContainers))('has containers of which each %s', (_, holds) => {
    const objects = rendered[overlay]
    const containers = workloadsOf(objects).flatMap((workload) =>
      workload.containers.map((container) => ({ workload, container })),
    )
    expect(containers.length).toBeGreaterThan(7)
    for (const { workload, container } of containers)
      expect(Boolean(holds(container, workload, objects)), `${workload.title}, ${container.name}`).toBe(true)
  })

  it.each(Object.entries(ofOverlays))('%s', (_, findFaults) => {
    expect(findFaults(rendered[overlay])).toEqual([])
  })

  it('lets pods connect to what they need, and to nothing else', () => {
    const objects = rendered[overlay]
    const pods = podsOf(objects)
    const ports = [3000, 5432, 6379, 8000, 9187, 9464]
    const open = Object.entries(pods).flatMap(([fromName, from]) =>
      Object.entries(pods).flatMap(([toName, to]) =>
        ports
          .filter((port) => !to.namespace && isAllowed(objects, { from, to, port }))
          .map((port) => `${fromName} → ${toName}:${port}`),
      ),
    )
    const always = [
      'ingress → api:3000',
      ...['api', 'projector', 'workers'].map((each) => `monitoring → ${each}:9464`),
    ]
    const servers = [
      ...['api', 'backup', 'migrate', 'projector', 'workers'].map((each) => `${each} → postgres:5432`),
      ...['api', 'workers'].map((each) => `${each} → redis:6379`),
    ]
    const operated = [
      ...['operator', 'postgres'].flatMap((each) => [`${each} → postgres:5432`, `${each} → postgres:8000`]),
      'monitoring → postgres:9187',
    ]
    const own = { small: servers, managed: [], ha: [...servers, ...operated] }
    expect(open.sort()).toEqual([...always, ...own[overlay]].sort())
  })
})

/** A pod of each kind, and pods of other namespaces. */
function podsOf(objects: readonly KubernetesObject[]): Record<string, Peer> {
  const [cluster] = ofKind(objects, 'Cluster')
  const operated = cluster && {
    postgres: { labels: { ...cluster.spec.inheritedMetadata.labels, 'cnpg.io/cluster': 'jaanch' } },
  }
  const inNamespace = (namespace: Record<string, string>): Peer => ({ labels: {}, namespace })
  return {
    ...Object.fromEntries(workloadsOf(objects).map(({ component, labels }) => [component, { labels }])),
    ...operated,
    ingress: inNamespace({ 'jaanch/access': 'ingress' }),
    monitoring: inNamespace({ 'jaanch/access': 'monitoring' }),
    operator: inNamespace({ 'kubernetes.io/metadata.name': 'cnpg-system' }),
    stranger: inNamespace({ 'kubernetes.io/metadata.name': 'default' }),
    unlabelled: { labels: {} },
  }
}

it('a restore makes a Cluster of the archive, with an archive of its own', async () => {
  const [objects = []] = await renderAll(['ours-ha'], { change: withPatch('restore.yaml') })
  expect(findSchemaFaults(objects)).toEqual([])
  const { bootstrap, plugins, externalClusters, instances } = ofKind(objects, 'Cluster')[0]?.spec ?? {}
  expect(Object.keys(bootstrap)).toEqual(['recovery'])
  expect(externalClusters[0].plugin.parameters.serverName).toBe('jaanch')
  expect(plugins).toHaveLength(1)
  expect(plugins[0].parameters.serverName).not.toBe('jaanch')
  expect(instances).toBe(3)
})

/** The example with a patch that its comments name. */
const withPatch = (file: string) => (directory: string) =>
  copyExamples(directory, (text) => text.replace(`# - path: ${file}`, `- path: ${file}`))

describe('secrets', () => {
  it('are in no manifest: without the files of an operator nothing is rendered', async () => {
    const files = globSync('**/*.yaml', { cwd: manifests })
    expect(files.length).toBeGreaterThan(15)
    const kinds = files.flatMap((file) => parseObjects(readFileSync(join(manifests, file), 'utf8')))
    expect(ofKind(kinds, 'Secret')).toEqual([])
    await expect(renderAll(['secrets'], { withSecrets: false })).rejects.toThrow('secrets/values')
  })

  it('may be made by something else: an overlay makes none, and names those that are made of files', async () => {
    const directories = overlays.map((overlay) => `overlays/${overlay}`)
    const [made = [], ...rendered] = await renderAll(['secrets', ...directories])
    const keys = ofKind(made, 'Secret').flatMap(({ metadata, data = {} }) =>
      Object.keys(data).map((key) => `${metadata.name} ${key}`),
    )
    for (const objects of rendered) {
      expect(ofKind(objects, 'Secret')).toEqual([])
      const wanted = workloadsOf(objects).flatMap(({ template }) =>
        (template.spec?.volumes ?? []).flatMap(({ projected }) =>
          (projected?.sources ?? []).flatMap(({ secret }) =>
            (secret?.items ?? []).map(({ key }) => `${secret?.name} ${key}`),
          ),
        ),
      )
      expect(wanted.length).toBeGreaterThan(7)
      expect(wanted.filter((each) => !keys.includes(each))).toEqual([])
    }
  })

  it('of the example are refused by the services', () => {
    const file = (name: string) => readFileSync(join(manifests, 'secrets', 'example', name), 'utf8')
    const passwords = readdirSync(join(manifests, 'secrets', 'example')).filter((name) =>
      name.endsWith('-password'),
    )
    expect(passwords).toHaveLength(3)
    for (const name of passwords) {
      const url = `postgres://jaanch:${file(name)}@postgres/jaanch`
      const secrets = { databases: [['DATABASE_URL', url] as const], otherServers: [], keys: [] }
      expect(findUnfitSecret(secrets), name).toContain('is published')
    }
    for (const key of ['session-key', 'second-factor-key']) {
      const secrets = { databases: [], otherServers: [], keys: [[key, file(key)] as const] }
      expect(findUnfitSecret(secrets), key).toContain('is published')
    }
  })

  it('are made by make.sh, each file of the example and no other', async () => {
    const makes = readFileSync(join(manifests, 'secrets', 'make.sh'), 'utf8')
    for (const name of readdirSync(join(manifests, 'secrets', 'example'))) expect(makes).toContain(name)
  })
})

it('Redis has the users that the containers of compose have, whose rights are tested beside them', () => {
  const [redis] = workloadsOf(rendered.small).filter(({ component }) => component === 'redis')
  const [, rights] = /user jaanch on >%s ([^\\]+)/.exec(redis?.containers[0]?.command?.join(' ') ?? '') ?? []
  expect(rights).toContain('-@admin')
  const files = globSync(['docker-compose.yml', 'infra/deploy/compose/**/*.acl'], { cwd: inRepository() })
  const texts = files.map((file) => readFileSync(inRepository(file), 'utf8'))
  expect(texts.join('\n')).toMatch(new RegExp(`user jaanch on \\S+ ${RegExp.escape(rights ?? '')}$`, 'm'))
})

it('the alerts become objects of the Prometheus operator', () => {
  const script = join(manifests, 'monitoring', 'prometheus-rules.sh')
  const docs = 'https://docs.example.org'
  const env = { ...process.env, DOCS_URL: docs }
  const objects = parseObjects(execFileSync(script, { encoding: 'utf8', env }))
  expect(findSchemaFaults(objects)).toEqual([])
  const files = readdirSync(inRepository('infra', 'deploy', 'monitoring', 'rules')).filter(
    // machines and the watchdog are left to what the cluster has
    (name) => !/\.test\.yml$|^host|^monitoring/.test(name),
  )
  expect(objects.map(({ metadata }) => metadata.name)).toEqual(
    files.map((name) => `jaanch-${name.replace('.yml', '')}`),
  )
  for (const [index, name] of files.entries()) {
    const rules = readFileSync(inRepository('infra', 'deploy', 'monitoring', 'rules', name), 'utf8')
    expect(objects[index]?.spec).toEqual(parse(rules.replaceAll('{{ $externalLabels.docs }}', docs)))
  }
})
