import { beforeAll, describe, expect, it } from 'vitest'
import { type KubernetesObject, ofKind } from './objects.ts'
import { renderOverlays } from './render.ts'
import { isAllowed } from './rules/network.ts'
import { findFaults } from './rules.ts'

let small: KubernetesObject[]
let ha: KubernetesObject[]
let known: string[]

beforeAll(async () => {
  const overlays = await renderOverlays()
  small = overlays.small
  ha = overlays.ha
  known = [...findFaults(small), ...findFaults(ha)]
}, 120_000)

const find = (objects: KubernetesObject[], kind: string, name: string) => {
  const found = ofKind(objects, kind).find(({ metadata }) => metadata.name === name)
  if (!found) throw new Error(`there is no ${kind} ${name}`)
  return found
}
const podOf = (objects: KubernetesObject[], kind: string, name: string) =>
  find(objects, kind, name).spec.template.spec

type Change = (objects: KubernetesObject[]) => void
type Mistake = [mistake: string, fault: RegExp, change: Change]

describe('each rule finds what it is for', () => {
  const inSmall: Mistake[] = [
    [
      'a field with a typing error',
      /knows no field spec\.template\.spec\.containers\.0\.readynessProbe/,
      (all) => {
        podOf(all, 'Deployment', 'api').containers[0].readynessProbe = {}
      },
    ],
    [
      'a number as text',
      /must be integer/,
      (all) => {
        find(all, 'Deployment', 'api').spec.replicas = '2'
      },
    ],
    [
      'a kind without schema',
      /no schema for apps\/v1beta1 Deployment/,
      (all) => {
        find(all, 'Deployment', 'api').apiVersion = 'apps/v1beta1'
      },
    ],
    [
      'no limit of memory',
      /deployment\/workers, workers: has no memory in limits/,
      (all) => {
        delete podOf(all, 'Deployment', 'workers').containers[0].resources.limits.memory
      },
    ],
    [
      'no liveness probe',
      /statefulset\/redis, redis: has no livenessProbe/,
      (all) => {
        delete podOf(all, 'StatefulSet', 'redis').containers[0].livenessProbe
      },
    ],
    [
      'a probe of another port',
      /readinessProbe asks port metric,/,
      (all) => {
        podOf(all, 'Deployment', 'workers').containers[0].readinessProbe.httpGet.port = 'metric'
      },
    ],
    [
      'root',
      /job\/migrate-\S+ may run as root/,
      (all) => {
        const [job] = ofKind(all, 'Job')
        delete job?.spec.template.spec.securityContext.runAsNonRoot
      },
    ],
    [
      'an init container that writes to its image',
      /deployment\/api, migrations: may write to its image/,
      (all) => {
        podOf(all, 'Deployment', 'api').initContainers[0].securityContext.readOnlyRootFilesystem = false
      },
    ],
    [
      'a variable that nobody knows',
      /nobody knows the variable JWT_SECRETS/,
      (all) => {
        podOf(all, 'Deployment', 'api').containers[0].env.push({ name: 'JWT_SECRETS', value: '1' })
      },
    ],
    [
      'a value that the process does not accept',
      /The variable TRUST_PROXY is not usable/,
      (all) => {
        for (const { data } of ofKind(all, 'ConfigMap')) if (data?.TRUST_PROXY) data.TRUST_PROXY = 'yes'
      },
    ],
    [
      'a password in a ConfigMap',
      /DATABASE_URL contains a password/,
      (all) => {
        for (const { data } of ofKind(all, 'ConfigMap'))
          if (data?.DATABASE_URL) data.DATABASE_URL = 'postgres://jaanch:secret@postgres/jaanch'
      },
    ],
    [
      'a service that knows the password of the owner',
      /deployment\/projector-\d+, projector: it gets the secrets DATABASE_OWNER_PASSWORD, DATABASE_PASSWORD, and/,
      (all) => {
        const [projector] = ofKind(all, 'Deployment').filter(({ metadata }) =>
          /^projector/.test(metadata.name),
        )
        projector?.spec.template.spec.containers[0].env.push({
          name: 'DATABASE_OWNER_PASSWORD_FILE',
          value: '/run/secrets/jaanch/DATABASE_PASSWORD',
        })
      },
    ],
    [
      'a file of a secret that is not mounted',
      /JWT_SECRET_FILE names \S+, which is not mounted/,
      (all) => {
        podOf(all, 'Deployment', 'api').containers[0].volumeMounts.shift()
      },
    ],
    [
      'a key that its secret lacks',
      /volume secrets needs key of secret\/jaanch-session-key/,
      (all) => {
        find(all, 'Secret', 'jaanch-session-key').data = {}
      },
    ],
    [
      'a ConfigMap of another name',
      /api needs configmap\/setting/,
      (all) => {
        podOf(all, 'Deployment', 'api').containers[0].envFrom[0].configMapRef.name = 'setting'
      },
    ],
    [
      'a Service that leads to nobody',
      /service\/api leads to no pod/,
      (all) => {
        find(all, 'Service', 'api').spec.selector['app.kubernetes.io/component'] = 'apis'
      },
    ],
    [
      'a Service with a port that its pods lack',
      /service\/redis leads to port 6380/,
      (all) => {
        find(all, 'Service', 'redis').spec.ports[0].targetPort = 6380
      },
    ],
    [
      'an Ingress to a port that the Service lacks',
      /ingress\/jaanch leads to api:https/,
      (all) => {
        find(all, 'Ingress', 'jaanch').spec.rules[0].http.paths[0].backend.service.port.name = 'https'
      },
    ],
    [
      'a Deployment that takes the pods of another',
      /deployment\/workers selects the pods of deployment\/api/,
      (all) => {
        find(all, 'Deployment', 'workers').spec.selector.matchLabels = { 'app.kubernetes.io/name': 'jaanch' }
      },
    ],
    [
      'a disruption budget that no drain can satisfy',
      /poddisruptionbudget\/api lets no pod of 2 go/,
      (all) => {
        Object.assign(find(all, 'PodDisruptionBudget', 'api').spec, { maxUnavailable: 0 })
      },
    ],
    [
      'a disruption budget that lets all go',
      /poddisruptionbudget\/workers lets all pods/,
      (all) => {
        find(all, 'Deployment', 'workers').spec.replicas = 1
      },
    ],
    [
      'a rollout with a gap',
      /deployment\/api stops pods before their successors are ready/,
      (all) => {
        find(all, 'Deployment', 'api').spec.strategy.rollingUpdate.maxUnavailable = 1
      },
    ],
    [
      'a service that starts before its migrations',
      /deployment\/workers does not wait for the migrations/,
      (all) => {
        podOf(all, 'Deployment', 'workers').initContainers = []
      },
    ],
    [
      'more connections than Postgres allows',
      /the processes open \d+ connections, and Postgres allows 250/,
      (all) => {
        find(all, 'Deployment', 'api').spec.replicas = 4
      },
    ],
    [
      'too little time to end',
      /deployment\/api is killed after 15 s, and needs 18/,
      (all) => {
        podOf(all, 'Deployment', 'api').terminationGracePeriodSeconds = 15
      },
    ],
    [
      'an API that does not drain',
      /deployment\/api stops before the proxies know it/,
      (all) => {
        const { env } = podOf(all, 'Deployment', 'api').containers[0]
        env.find(({ name }: { name: string }) => name === 'DRAIN_SECONDS').value = '0'
      },
    ],
    [
      'the image of another release',
      /deployment\/api, api: the image is jaanch:0\.0\.9/,
      (all) => {
        podOf(all, 'Deployment', 'api').containers[0].image = 'jaanch:0.0.9'
      },
    ],
    [
      'the migrations of another release',
      /is migrated by migrate-0-0-9/,
      (all) => {
        const [job] = ofKind(all, 'Job')
        if (job) job.metadata.name = 'migrate-0-0-9'
      },
    ],
    [
      'a projector of another model version',
      /deployment\/projector-1 is not of model version/,
      (all) => {
        const [projector] = ofKind(all, 'Deployment').filter(({ metadata }) =>
          /^projector/.test(metadata.name),
        )
        if (projector) projector.metadata.name = 'projector-1'
      },
    ],
    [
      'an object outside of the namespace',
      /service\/api is not in the namespace/,
      (all) => {
        find(all, 'Service', 'api').metadata.namespace = 'default'
      },
    ],
  ]
  it.each(inSmall)('small: %s', (_, fault, change) => expectFault(small, fault, change))

  const inHa: Mistake[] = [
    [
      "a field that CloudNativePG's Cluster does not know",
      /cluster\/jaanch: the schema knows no field spec\.postgresql\.synchronous\.durability/,
      (all) => {
        find(all, 'Cluster', 'jaanch').spec.postgresql.synchronous.durability = 'required'
      },
    ],
    [
      'a backup store without a bucket',
      /objectstore\/jaanch-backups: .*\n.*destinationPath/,
      (all) => {
        delete find(all, 'ObjectStore', 'jaanch-backups').spec.configuration.destinationPath
      },
    ],
    [
      'both replicas and a scaler',
      /deployment\/api needs either replicas or one scaler/,
      (all) => {
        find(all, 'Deployment', 'api').spec.replicas = 3
      },
    ],
    [
      'neither replicas nor a scaler',
      /deployment\/workers needs either replicas or one scaler/,
      (all) => {
        find(all, 'ScaledObject', 'workers').spec.scaleTargetRef.name = 'worker'
      },
    ],
    [
      'a scaler by a metric that nobody exports',
      /scaledobject\/api asks for jaanch_socket, which nobody exports/,
      (all) => {
        find(all, 'ScaledObject', 'api').spec.triggers[1].metadata.query = 'sum(jaanch_socket)'
      },
    ],
    [
      'more processes than connections',
      /Postgres allows 500/,
      (all) => {
        find(all, 'ScaledObject', 'api').spec.maxReplicaCount = 10
      },
    ],
    [
      'a monitor of a port that pods lack',
      /podmonitor\/jaanch: not every pod has port prometheus/,
      (all) => {
        find(all, 'PodMonitor', 'jaanch').spec.podMetricsEndpoints[0].port = 'prometheus'
      },
    ],
  ]
  it.each(inHa)('ha: %s', (_, fault, change) => expectFault(ha, fault, change))

  it('a policy that opens Postgres to everybody, and one that is missing', () => {
    const stranger = { from: { labels: {} }, port: 5432 }
    const [to] = ofKind(small, 'StatefulSet').map(({ spec }) => ({ labels: spec.template.metadata.labels }))
    const isOpen = (objects: KubernetesObject[]) => to && isAllowed(objects, { ...stranger, to })
    expect(isOpen(small)).toBe(false)
    const changed = structuredClone(small)
    find(changed, 'NetworkPolicy', 'to-postgres').spec.podSelector = {}
    expect(isOpen(changed)).toBe(false)
    delete find(changed, 'NetworkPolicy', 'postgres').spec.ingress[0].from
    expect(isOpen(changed)).toBe(true)
    expect(isOpen(small.filter(({ metadata }) => !/default|names|postgres/.test(metadata.name)))).toBe(true)
  })
})

/** The mistake leads to this fault, which is not there without it. */
function expectFault(objects: KubernetesObject[], fault: RegExp, change: Change): void {
  expect(known.filter((each) => fault.test(each))).toEqual([])
  const changed = structuredClone(objects)
  change(changed)
  expect(findFaults(changed)).toContainEqual(expect.stringMatching(fault))
}
