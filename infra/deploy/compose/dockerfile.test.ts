import { existsSync, globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { inRepository, repository } from '@jaanch/infra/local/paths'
import { loadConfig } from '@jaanch/platform/config'
import { describe, expect, it } from 'vitest'

type Instruction = { name: string; text: string }
type Stage = { name: string; from: string; instructions: Instruction[] }

const read = (name: string) => readFileSync(inRepository(name), 'utf8')
const manifests = globSync(
  JSON.parse(read('package.json')).workspaces.map((each: string) => `${each}/package.json`),
  {
    cwd: repository,
  },
)
const stages = readStages(read('infra/deploy/compose/Dockerfile'))
const last = stages.at(-1)

/** Instructions without comments, each on one line. */
function readStages(text: string): Stage[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
  const found: Stage[] = []
  for (const line of lines.filter(Boolean)) {
    const [, name = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
    if (name === 'FROM') {
      const [, from = '', alias = ''] = /^(.+?)(?: AS (\w+))?$/.exec(rest) ?? []
      found.push({ name: alias, from, instructions: [] })
    } else found.at(-1)?.instructions.push({ name, text: rest })
  }
  return found
}

const stageOf = (name: string) => stages.find((stage) => stage.name === name)
const textsOf = (stage: Stage | undefined, name: string) =>
  (stage?.instructions ?? []).filter((each) => each.name === name).map(({ text }) => text)
const argsOf = (stage: Stage | undefined, name: string): string[] =>
  JSON.parse(textsOf(stage, name).at(-1) ?? 'null')

/** The sources in the context that a stage copies */
const copiedBy = (stage: Stage) =>
  textsOf(stage, 'COPY')
    .filter((text) => !text.startsWith('--from='))
    .flatMap((text) => text.split(/ +/).slice(0, -1))

/** As the engine reads .dockerignore: the last pattern that fits a path, or a directory above it, decides. */
function isIgnored(path: string): boolean {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const above = path.split('/').map((_, n, parts) => parts.slice(0, n + 1).join('/'))
  let ignored = false
  for (const pattern of patterns) {
    const glob = pattern.replace('!', '')
    // for the engine a star also fits a name that begins with a dot
    if (glob === '*' || above.some((each) => matchesGlob(each, glob))) ignored = !pattern.startsWith('!')
  }
  return ignored
}

describe('the image', () => {
  it('is installed from the manifest of every workspace', () => {
    const copied = stageOf('manifests') && copiedBy(stageOf('manifests') as Stage)
    expect(copied?.toSorted()).toEqual(
      ['.npmrc', 'package-lock.json', 'package.json', ...manifests].toSorted(),
    )
  })

  it('has what every service and the commands of operators depend on, and nothing else', () => {
    const install = textsOf(stageOf('dependencies'), 'RUN').find((text) => text.includes('npm ci')) ?? ''
    const names = manifests
      .filter((path) => path.startsWith('services/') || path.startsWith('infra/'))
      .map((path) => JSON.parse(read(path)).name)
    expect(Array.from(install.matchAll(/--workspace=(\S+)/g), ([, name]) => name).sort()).toEqual(
      names.sort(),
    )
    expect(install).toContain('--omit=dev')
  })

  it('has the code that the client imports when it builds the client', () => {
    const files = globSync('web/src/**/*.{ts,tsx}', { cwd: repository, exclude: ['**/*.test.*'] })
    const imported = files.flatMap((file) =>
      Array.from(
        read(file).matchAll(/^(?:import|export) (?!type )[^']*'@jaanch\/([\w-]+)\//gm),
        ([, name]) => `packages/${name}`,
      ),
    )
    expect(imported).toContain('packages/contracts')
    const copied = copiedBy(stageOf('client') as Stage)
    const isCopied = (path: string) => copied.some((each) => `${path}/`.startsWith(`${each}/`))
    const lacking = imported.filter((path) => !isCopied(path) || !existsSync(inRepository(path)))
    expect(lacking).toEqual([])
  })

  it('finds in the context what it copies, and no test, data or secret', () => {
    for (const path of stages.flatMap(copiedBy)) {
      expect(existsSync(inRepository(path)), path).toBe(true)
      expect(isIgnored(path), path).toBe(false)
    }
    for (const path of [
      'services/api/src/start.ts',
      'packages/pdf/fonts',
      'packages/catalogue/src/starter/starter.json',
    ])
      expect(isIgnored(path), path).toBe(false)
    for (const path of [
      ...[
        '.env',
        '.git',
        '.data',
        'infra/deploy/compose/.env',
        'node_modules',
        'packages/platform/node_modules',
        'tests/e2e',
      ],
      ...['web/dist', 'services/api/src/outage.int.test.ts', 'web/src/lib/cache/use-pages.test.tsx'],
    ])
      expect(isIgnored(path), path).toBe(true)
  })

  it('runs a program that is in it, as nobody who may change it', () => {
    expect(textsOf(last, 'USER')).toEqual(['1000:1000'])
    const [, program = ''] = argsOf(last, 'CMD')
    expect(existsSync(inRepository(program)) && !isIgnored(program)).toBe(true)
  })

  it('answers probes and Prometheus from outside of its container', () => {
    const variables = Object.fromEntries(
      textsOf(last, 'ENV')
        .flatMap((text) => text.split(' '))
        .map((each) => each.split('=')),
    )
    expect(loadConfig(variables)).toMatchObject({
      production: true,
      metricsPort: 9464,
      metricsHost: '0.0.0.0',
    })
  })

  it('has the Node that the tests have', () => {
    const [, major] = /^ARG NODE_IMAGE=node:(\d+)-/m.exec(read('infra/deploy/compose/Dockerfile')) ?? []
    expect(process.versions.node.split('.')[0]).toBe(major)
  })
})
