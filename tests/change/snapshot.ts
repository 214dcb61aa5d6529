/** What a checkout promises to operators, clients and older releases, as plain data. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Schema } from './compare-schemas.ts'

/** A part of a checkout that could be read, or why not. */
export type Part<Value> = { value: Value } | { error: string }

export type ReadTables = { version: number; fingerprint: string; definition: string }

export type EventType = {
  schemaVersion: number
  data: Schema
  /** By version, as text */
  samples: Record<string, string>
}

export type Settings = {
  variables: string[]
  /** What a process gets that sets nothing, by variable (or by key of the configuration, where the variable is not known) */
  defaults: Record<string, string>
  /** What each program cannot run without */
  neededBy: Record<string, string[]>
  /** What each compose file cannot run without */
  neededByCompose: Record<string, string[]>
}

export type Call = {
  access: 'public' | 'signed-in' | string[]
  status: number
  /** Accepts an Idempotency-Key */
  hasKey: boolean
  /** The session is read from a cookie too */
  hasCookie: boolean
  /** Bytes; null: the default */
  bodyLimit: number | null
  /** By place: path, query, body, body of a role, body of another content type */
  requests: Record<string, Schema>
  /** null: a file */
  answer: Schema | null
}

export type Command = {
  /** By name with its dashes; true: it has to be given */
  options: Record<string, boolean>
  /** In order; true: it has to be given */
  arguments: Record<string, boolean>
}

export type MetricShape = {
  kind: string
  labels: string[]
  /** Files of infra/monitoring that name it */
  usedIn: string[]
}

export type Snapshot = {
  readTables: Part<ReadTables>
  events: Part<Record<string, EventType>>
  consumers: Part<Record<string, string[]>>
  settings: Part<Settings>
  /** By method and path: `GET /api/bookings/{id}` */
  calls: Part<Record<string, Call>>
  /** By path: `dead retry` */
  commands: Part<Record<string, Command>>
  metrics: Part<Record<string, MetricShape>>
}

const run = promisify(execFile)

/** Reads a checkout in a process of its own, because two versions of one module do not fit in one. @throws Error */
export async function readSnapshot(root: string): Promise<Snapshot> {
  const program = join(import.meta.dirname, 'take-snapshot.ts')
  const { stdout } = await run(process.execPath, [program, root], { maxBuffer: 100_000_000 })
  return JSON.parse(stdout)
}
