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
import { ObjectStore } from './object-store.ts'
import { type KubernetesObject, titleOf } from './objects.ts'
import { watchReads } from './watch-reads.ts'

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
