import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { inRepository } from '@jaanch/infra/local/paths'
import { parse } from 'yaml'

export type Compose = {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, unknown>
  secrets: Record<string, { file: string }>
}
export type ComposeService = {
  image: string
  build?: object
  profiles?: string[]
  entrypoint?: string[]
  command?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  ports?: string[]
  volumes?: string[]
  networks?: string[] | Record<string, { ipv4_address: string } | null>
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test?: string[]; disable?: boolean }
  restart?: string
  scale?: number
  mem_limit: string
  cpus: number
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  logging?: { driver: string; options: Record<string, string> }
  stop_grace_period?: string
}

export function readCompose(): Compose {
  return parse(readComposeText(), { merge: true })
}

export function readComposeText(): string {
  return readFileSync(inRepository('docker-compose.yml'), 'utf8')
}

/** @throws Error if there is none */
export function serviceOf({ services }: Compose, name: string): ComposeService {
  const service = services[name]
  if (!service) throw new Error(`There is no service ${name}`)
  return service
}

/** The variables of the documented stack with published secrets. */
export function readDevelopmentVariables(): Record<string, string> {
  const text = readFileSync(inRepository('infra', 'deploy', 'compose', 'development.env'), 'utf8')
  return parseEnv(text) as Record<string, string>
}

/** The names of the variables that a text takes from the environment of compose. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))].sort()
}

/** A text as compose makes it: `${NAME}`, `${NAME:-default}`. */
function interpolate(text: string, given: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, rest = '') => given[name] || rest)
}

/** The variables of a container as compose makes them. */
export function environmentOf({ environment = {} }: ComposeService, given: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, interpolate(String(value), given)]),
  )
}

/** The same without the secrets that are mounted as files, which are empty unless a path is given. */
export function valuesOf(service: ComposeService, given: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(environmentOf(service, given)).filter(([, value]) => !value.startsWith('/run/secrets/')),
  )
}
