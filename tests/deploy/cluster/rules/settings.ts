import { loadConfig, variableNames } from '@jaanch/platform/config'
import type { IContainer } from 'kubernetes-models/v1/Container'
import { secretFilesOf, variablesOf } from '../environment.ts'
import { isOurs, type KubernetesObject, type Workload, workloadsOf } from '../objects.ts'

/** The secrets that each process gets, by its command. No other may know them. */
const secretsByProgram: Record<string, string[]> = {
  'services/api/src/main.ts': ['DATABASE_PASSWORD', 'JWT_SECRET', 'REDIS_PASSWORD'],
  'services/workers/src/main.ts': [
    'DATABASE_PASSWORD',
    'REDIS_PASSWORD',
    'SMS_GATEWAY_TEMPLATE',
    'SMS_GATEWAY_URL',
    'SMTP_URL',
  ],
  'services/projector/src/main.ts': ['DATABASE_PASSWORD'],
  'infra/docker/wait-for-migrations.ts': ['DATABASE_PASSWORD'],
  'infra/docker/migrate.ts': ['DATABASE_OWNER_PASSWORD', 'DATABASE_PASSWORD'],
  'infra/ops/main.ts': ['DATABASE_OWNER_PASSWORD', 'DATABASE_PASSWORD'],
}
const isFile = (name: string) => name.endsWith('_FILE')
const withoutFile = (name: string) => name.replace(/_FILE$/, '')

/** Our processes get variables that they know, with values that they accept, and only the secrets that they need, as files. */
export function checkSettings(objects: readonly KubernetesObject[]): string[] {
  return workloadsOf(objects).flatMap((workload) =>
    workload.containers
      .filter(isOurs)
      .flatMap((container) =>
        checkContainer(workload, container, objects).map(
          (fault) => `${workload.title}, ${container.name}: ${fault}`,
        ),
      ),
  )
}

function checkContainer(
  workload: Workload,
  container: IContainer,
  objects: readonly KubernetesObject[],
): string[] {
  const variables = Object.entries(variablesOf(container, objects))
  const files = secretFilesOf(workload, container, objects)
  const program = /\S+\.ts/.exec(container.command?.join(' ') ?? '')?.[0] ?? ''
  const secrets = variables.map(([name]) => name).filter(isFile)
  const given = secrets.map(withoutFile).sort().join(', ')
  const needed = secretsByProgram[program]?.join(', ')
  return [
    ...variables
      .filter(([name]) => !variableNames.includes(withoutFile(name)))
      .map(([name]) => `nobody knows the variable ${name}`),
    ...variables
      .filter(([name, value]) => isFile(name) && !files.has(value))
      .map(([name, value]) => `${name} names ${value}, which is not mounted`),
    ...variables
      .filter(([, value]) => /:\/\/[^@/]*:[^@/]*@/.test(value))
      .map(([name]) => `${name} contains a password`),
    ...(given === needed ? [] : [`it gets the secrets ${given}, and ${program} needs ${needed}`]),
    ...checkValues(variables, files),
  ]
}

/** The process itself says what it does not accept. */
function checkValues(variables: [string, string][], files: Map<string, string>): string[] {
  const values = variables.map(([name, value]) => [
    withoutFile(name),
    isFile(name) ? (files.get(value) ?? '') : value,
  ])
  try {
    loadConfig(Object.fromEntries(values))
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}
