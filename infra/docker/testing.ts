import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { inRepository } from '@jaanch/infra/local/paths'
import { parse } from 'yaml'

export type Compose = {
  services: Record<'postgres' | 'redis' | 'migrate' | 'api' | 'workers' | 'projector', Service>
  configs: Record<'redis-users', { content: string }>
}
type Service = { command?: string[]; environment: Record<string, string> }

export function readCompose(): Compose {
  return parse(readFileSync(inRepository('docker-compose.yml'), 'utf8'), { merge: true })
}

/** The variables of the documented stack with published secrets. */
export function readDevelopmentVariables(): Record<string, string> {
  const text = readFileSync(inRepository('infra', 'docker', 'development.env'), 'utf8')
  return parseEnv(text) as Record<string, string>
}

/**
 * The variables of a container as compose makes them: `${NAME}`, `${NAME:-default}`, `${NAME:?message}`.
 * @throws Error with the message if a required variable is not given
 */
export function interpolate(text: string, given: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    if (given[name]) return given[name]
    if (kind === '?') throw new Error(`${name}: ${rest}`)
    return kind === '-' ? rest : ''
  })
}

/** @throws Error for a required variable that is not given */
export function environmentOf({ environment }: Service, given: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, interpolate(String(value), given)]),
  )
}
