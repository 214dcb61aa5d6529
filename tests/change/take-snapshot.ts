/**
 * The process that reads one checkout (see snapshot.ts): its argument is the directory. It prints JSON. A part that the checkout does
 * not have, or has in another shape, says so instead of its value.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readDefinition } from '@jaanch/projector/testing/read-definition'
import { z } from 'zod'
import { metricsNamed } from '../deploy/monitoring/metrics-named.ts'
import type {
  Call,
  Command,
  EventType,
  MetricShape,
  Part,
  ReadTables,
  Settings,
  Snapshot,
} from './snapshot.ts'

const root = process.argv[2] ?? process.exit(2)

/**
 * A module of the checkout that exports these names, of types that this code does not know.
 * @throws Error with a sentence if it does not
 */
// biome-ignore lint/suspicious/noExplicitAny: another version of the code has types of its own
async function load(file: string, ...names: string[]): Promise<any> {
  if (!existsSync(join(root, file))) throw new Error(`there is no ${file}`)
  const module = await import(pathToFileURL(join(root, file)).href)
  for (const name of names) if (!(name in module)) throw new Error(`${file} exports no ${name}`)
  return module
}
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const find = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).sort()
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => ({
  ...z.toJSONSchema(schema, { io, unrepresentable: 'any' }),
})

async function readReadTables(): Promise<ReadTables> {
  const { modelVersion, modelFingerprint } = await load(
    'packages/contracts/src/model-version.ts',
    'modelVersion',
    'modelFingerprint',
  )
  const definition = readDefinition(root)
  return { version: modelVersion, fingerprint: modelFingerprint, definition }
}

async function readEvents(): Promise<Record<string, EventType>> {
  const { eventDefinitions } = await load('packages/contracts/src/events/registry.ts', 'eventDefinitions')
  const { eventSamples } = await load('packages/contracts/src/testing/event-samples.ts', 'eventSamples')
  const describe = (type: string): EventType => {
    const { schemaVersion, data } = eventDefinitions[type]
    const samples = (eventSamples[type] ?? []) as { version: number; stored: unknown }[]
    return {
      schemaVersion,
      // what is written is what other releases read
      data: jsonSchema(data, 'input'),
      samples: Object.fromEntries(samples.map(({ version, stored }) => [version, JSON.stringify(stored)])),
    }
  }
  return Object.fromEntries(Object.keys(eventDefinitions).map((type) => [type, describe(type)]))
}

async function readConsumers(): Promise<Record<string, string[]>> {
  return (await load('packages/contracts/src/consumers.ts', 'consumers')).consumers
}

async function readSettings(): Promise<Settings> {
  const file = 'packages/platform/src/config.ts'
  const { loadConfig, variableNames } = await load(file, 'loadConfig', 'variableNames')
  // `publicUrl: values.PUBLIC_URL ?? …`
  const variableOf = new Map(
    Array.from(read(file).matchAll(/^ +(\w+): .*?\bvalues\.([A-Z][A-Z0-9_]*)/gm), ([, key, name]) => [
      key,
      name,
    ]),
  )
  const toVariable = (key: string) =>
    variableOf.get(key) ?? key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  const defaults = Object.entries<unknown>(loadConfig({})).map(([key, value]) => [
    toVariable(key),
    // the directory of the checkout is no setting
    (JSON.stringify(value) ?? 'not set').replaceAll(root, '<repository>'),
  ])
  const needed = find('{services,infra}/**/*.ts').flatMap((path) => {
    const keys = [...read(path).matchAll(/configOfProcess\(([^)]*)\)/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/'(\w+)'/g)].map(([, key = '']) => toVariable(key)),
    )
    return keys.length > 0 && !path.includes('.test.') ? [[path, [...new Set(keys)].sort()] as const] : []
  })
  const neededByCompose = find('{,infra/**/}*compose*.{yml,yaml}').map((path) => {
    // without comments
    const text = read(path).replaceAll(/^\s*#.*$/gm, '')
    return [path, [...new Set(Array.from(text.matchAll(/\$\{(\w+):?\?/g), ([, name = '']) => name))].sort()]
  })
  return {
    variables: variableNames,
    defaults: Object.fromEntries(defaults),
    neededBy: Object.fromEntries(needed),
    neededByCompose: Object.fromEntries(neededByCompose),
  }
}

async function readCalls(): Promise<Record<string, Call>> {
  const { routes } = await load('packages/contracts/src/http/routes.ts', 'routes')
  // biome-ignore lint/suspicious/noExplicitAny: another version of the code has types of its own
  const calls = Object.values<any>(routes).map((route): [string, Call] => {
    const bodies: [string, z.ZodType | undefined][] = [
      ['path', route.params],
      ['query', route.query],
      ['body', route.body],
      ...Object.entries<z.ZodType>(route.bodyFor ?? {}).map(([role, schema]): [string, z.ZodType] => [
        `body of ${role}`,
        schema,
      ]),
      [`body as ${route.bodyAs?.type}`, route.bodyAs?.schema],
    ]
    return [
      `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`,
      {
        access: route.access,
        status: route.status ?? 200,
        hasKey: Boolean(route.creates || route.commands),
        hasCookie: Boolean(route.cookie),
        bodyLimit: route.bodyLimit ?? null,
        requests: Object.fromEntries(
          bodies.flatMap(([place, schema]) => (schema ? [[place, jsonSchema(schema, 'input')]] : [])),
        ),
        answer: route.response === 'file' ? null : jsonSchema(route.response, 'output'),
      },
    ]
  })
  return Object.fromEntries(calls)
}

/** The parts of commander's commands that are read. */
type CommanderCommand = {
  name(): string
  commands: CommanderCommand[]
  options: { long?: string; mandatory: boolean }[]
  registeredArguments: { name(): string; required: boolean }[]
}

async function readCommands(): Promise<Record<string, Command>> {
  const { createProgram } = await load('infra/ops/program.ts', 'createProgram')
  const walk = (command: CommanderCommand, parents: string[]): [string, Command][] => {
    const path = [...parents, command.name()]
    if (command.commands.length > 0) return command.commands.flatMap((one) => walk(one, path))
    const options = command.options.map(({ long = '', mandatory }) => [long, mandatory])
    const given = command.registeredArguments.map((argument) => [argument.name(), argument.required])
    return [[path.join(' '), { options: Object.fromEntries(options), arguments: Object.fromEntries(given) }]]
  }
  const program: CommanderCommand = createProgram()
  return Object.fromEntries(program.commands.flatMap((command) => walk(command, [])))
}

async function readMetrics(): Promise<Record<string, MetricShape>> {
  const { catalogue } = await load('packages/platform/src/telemetry/catalogue.ts', 'catalogue')
  const files = find('infra/monitoring/**/*.{json,yml,yaml}').map(
    (file) => [file, metricsNamed(read(file))] as const,
  )
  const shapeOf = (name: string): MetricShape => {
    const { kind, labels = [] } = catalogue[name]
    const names = [name, ...['bucket', 'count', 'sum'].map((part) => `${name}_${part}`)]
    const usedIn = files.filter(([, named]) => named.some((one) => names.includes(one))).map(([file]) => file)
    return { kind, labels: [...labels], usedIn }
  }
  return Object.fromEntries(Object.keys(catalogue).map((name) => [name, shapeOf(name)]))
}

async function part<Value>(work: () => Promise<Value>): Promise<Part<Value>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) }
  }
}

const snapshot: Snapshot = {
  readTables: await part(readReadTables),
  events: await part(readEvents),
  consumers: await part(readConsumers),
  settings: await part(readSettings),
  calls: await part(readCalls),
  commands: await part(readCommands),
  metrics: await part(readMetrics),
}
// a module that was loaded may keep a timer
process.stdout.write(JSON.stringify(snapshot), () => process.exit(0))
