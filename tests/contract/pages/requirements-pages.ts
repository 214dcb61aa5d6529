import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { apiRisks, securityRequirements, securityWithoutTest } from './security-requirements.ts'
import { specificationRequirements } from './specification-requirements.ts'

type Sections = Record<string, Record<string, string>>

const testFiles = globSync('{infra,packages,services,tests,web}/**/*.{test,spec}.{ts,tsx}', {
  cwd: inRepository(),
  exclude: (path) => path.includes('node_modules'),
}).sort()

/** Ids at the end of a title: '… [S2.1.4]' or '… [S6.1 V8.2.1]'. */
const idsAtTheEnd = /\[((?:[SV]\d+(?:\.\d+)+ ?)+)\](?=['"`],)/g

/** @returns the files whose test titles end with an id, by id */
export function filesById(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of testFiles) {
    const titles = readFileSync(inRepository(file), 'utf8').matchAll(idsAtTheEnd)
    const ids = new Set([...titles].flatMap(([, list = '']) => list.trim().split(' ')))
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), file])
  }
  return found
}

/** The end of a path that no other test file has: a name, or the directory with it. */
function shortName(file: string): string {
  const name = basename(file)
  const isAlone = testFiles.filter((other) => basename(other) === name).length === 1
  return isAlone ? name : file.split('/').slice(-2).join('/')
}

function sections(requirements: Sections): string[] {
  const files = filesById()
  return Object.entries(requirements).flatMap(([title, ids]) => [
    `\n## ${title}\n`,
    ...Object.entries(ids).map(([id, label]) => {
      const names = (files.get(id) ?? []).map((file) => `\`${shortName(file)}\``)
      return `- **${id}** ${label}: ${names.join(', ')}`
    }),
  ])
}

/** docs/specification-tests.md */
export function specificationPage(): string {
  return [
    '# The specification and its tests\n',
    'Made from the ids at the ends of test titles by `npm run docs`; `git grep S2.1.4` finds the tests of one.',
    'What sections 5, 8 and 9 say of a screen is in the id of the screen.',
    ...sections(specificationRequirements),
    '',
  ].join('\n')
}

/** docs/security-tests.md */
export function securityPage(): string {
  return [
    '# OWASP requirements and their tests\n',
    'ASVS 5.0.0, levels 1 and 2, and the API Security Top 10 (2023), made from the ids at the ends of test titles by `npm run docs`.',
    '`git grep V8.2.1` finds the tests of one. [What is not met](security.md#what-is-not-met) is in security.md.',
    ...sections(securityRequirements),
    '\n## API Security Top 10\n',
    ...Object.entries(apiRisks).map(([risk, ids]) => `- ${risk}: ${ids.join(', ')}`),
    ...Object.entries(securityWithoutTest).flatMap(([title, reasons]) => [
      `\n## ${title}\n`,
      ...Object.entries(reasons).map(([id, reason]) => `- ${id}: ${reason}`),
    ]),
    '',
  ].join('\n')
}

/** All ids that a title may end with. */
export const knownIds: string[] = [specificationRequirements, securityRequirements].flatMap((requirements) =>
  Object.values(requirements).flatMap((ids) => Object.keys(ids)),
)
