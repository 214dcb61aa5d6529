import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster'
import { ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/ScheduledBackup'
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import { z } from 'zod'
import { type KubernetesObject, titleOf } from './objects.ts'

const key = z.strictObject({ name: z.string(), key: z.string() })
const encryption = z.enum(['AES256', 'aws:kms'])

const objectStore = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.strictObject({ name: z.string(), namespace: z.string().optional() }),
  spec: z.strictObject({
    retentionPolicy: z.string().regex(/^[1-9]\d*[dwm]$/),
    configuration: z.strictObject({
      destinationPath: z.string().min(1),
      endpointURL: z.url().optional(),
      s3Credentials: z.strictObject({ accessKeyId: key, secretAccessKey: key, region: key.optional() }),
      wal: z.strictObject({
        compression: z.enum(['bzip2', 'gzip', 'lz4', 'snappy', 'xz', 'zstd']),
        maxParallel: z.int().min(1),
        encryption,
      }),
      data: z.strictObject({
        compression: z.enum(['bzip2', 'gzip', 'snappy']),
        jobs: z.int().min(1),
        encryption,
      }),
    }),
  }),
})

/** The fields that we use of the kind of CloudNativePG's Barman Cloud plugin 0.12, which kubernetes-models does not have. */
class ObjectStore {
  static readonly apiVersion = 'barmancloud.cnpg.io/v1'
  static readonly kind = 'ObjectStore'

  /** @throws Error that names the field */
  validate(): void {
    const { error } = objectStore.safeParse(this)
    if (error) throw new Error(z.prettifyError(error))
  }
}

type Model = { apiVersion: string; kind: string; prototype: { validate(): void } }

const models: Model[] = [
  ...[Cluster, ScheduledBackup, ObjectStore],
  ...[ScaledObject, PodMonitor, PrometheusRule],
  ...[Deployment, StatefulSet, CronJob, Job, HorizontalPodAutoscaler, PodDisruptionBudget],
  ...[Ingress, NetworkPolicy, Service, ServiceAccount],
  ...[ConfigMap, Namespace, PersistentVolumeClaim, Secret],
]

/** @returns a sentence for each way in which an object does not fit the schema of its kind */
export function findSchemaFaults(objects: readonly KubernetesObject[]): string[] {
  return objects.flatMap((object) => {
    const model = models.find(
      ({ apiVersion, kind }) => apiVersion === object.apiVersion && kind === object.kind,
    )
    if (!model) return [`${titleOf(object)}: no schema for ${object.apiVersion} ${object.kind}`]
    // The schemas allow fields that they do not know. The API server drops them with a warning, so a typing error would have no
    // effect: whatever the validation has not looked at is such a field.
    const { watched, unread } = watchReads(object)
    try {
      // not an instance, which would be a copy
      model.prototype.validate.call(watched)
    } catch (error) {
      return [`${titleOf(object)}: ${(error as Error).message}`]
    }
    return unread().map((path) => `${titleOf(object)}: the schema knows no field ${path}`)
  })
}

/**
 * A value that notes which of its parts are read, at any depth.
 *
 * @param value of JSON
 * @returns `watched`, which behaves as the value, and `unread`, the paths of the parts that nobody has read so far, without the parts
 *   of those
 */
function watchReads<Value extends object>(value: Value) {
  const read = new Map<object, Set<PropertyKey>>()
  const proxies = new Map<object, object>()

  function watch<Part>(part: Part): Part {
    if (typeof part !== 'object' || part === null) return part
    const known = proxies.get(part)
    if (known) return known as Part
    const keys = new Set<PropertyKey>()
    read.set(part, keys)
    const proxy = new Proxy(part, {
      get(target, key) {
        keys.add(key)
        return watch(Reflect.get(target, key))
      },
    })
    proxies.set(part, proxy)
    return proxy
  }

  function findUnread(part: unknown, path: readonly string[]): string[] {
    if (typeof part !== 'object' || part === null) return []
    return Object.entries(part).flatMap(([key, child]) =>
      read.get(part)?.has(key) ? findUnread(child, [...path, key]) : [[...path, key].join('.')],
    )
  }

  return { watched: watch(value), unread: () => findUnread(value, []) }
}
