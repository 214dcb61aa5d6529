import { describe, expect, it } from 'vitest'
import { findImports } from './import-graph.ts'
import { findCircles, findForbiddenImports, findUnreachedFiles } from './import-rules.ts'

describe('finding imports', () => {
  const packages = new Map([['@jaanch/booking', 'packages/booking/src/*.ts']])
  const files = new Set([
    'packages/booking/src/decide.ts',
    'services/api/src/app.ts',
    'services/api/src/http/reply.ts',
    'web/src/ui/button.tsx',
  ])
  const find = (from: string, source: string) =>
    findImports(from, source, packages, files).map(({ to }) => to)

  it('finds relative imports, types, re-exports, dynamic imports and imports of our packages', () => {
    const source = `
      import type { App } from '../app.ts'
      export { reply } from './reply.ts'
      const { decide } = await import('@jaanch/booking/decide')`
    expect(find('services/api/src/http/serve.ts', source)).toEqual(
      [...files].slice(1, 3).concat([...files][0] ?? ''),
    )
  })

  it('adds the extension that the client leaves out', () => {
    expect(find('web/src/app/app.tsx', `import { Button } from '@/ui/button'`)).toEqual([
      'web/src/ui/button.tsx',
    ])
  })
})

describe('the rules', () => {
  const check = (from: string, to: string) => findForbiddenImports([{ from, to }])

  it.each([
    ['services/api/src/a.ts', 'services/workers/src/b.ts'],
    ['infra/ops/a.ts', 'services/api/src/b.ts'],
    ['web/src/lib/a.ts', 'web/src/ui/b.tsx'],
    ['web/src/lib/a.ts', 'web/src/features/booking/b.ts'],
    ['web/src/lib/http/a.ts', 'web/src/lib/cache/b.ts'],
    ['web/src/components/a.tsx', 'web/src/features/booking/b.tsx'],
    ['web/src/features/booking/a.tsx', 'web/src/app/b.tsx'],
    ['services/api/src/a.ts', 'services/api/src/a.test.ts'],
  ])('forbid that %s imports %s', (from, to) => {
    expect(check(from, to)).toHaveLength(1)
  })
})

it('finds the imports of a circle, and not those that lead to it or away from it', () => {
  const [main, a, b, c, leaf] = ['main', 'a', 'b', 'c', 'leaf'].map(
    (name) => `packages/booking/src/${name}.ts`,
  )
  const imports = [
    [main, a],
    [a, b],
    [b, c],
    [c, a],
    [c, leaf],
    [main, leaf],
  ] as [string, string][]
  expect(findCircles(imports.map(([from, to]) => ({ from, to })))).toEqual([
    `${a} imports ${b}: it is part of a circle`,
    `${b} imports ${c}: it is part of a circle`,
    `${c} imports ${a}: it is part of a circle`,
  ])
})

describe('finding files that no program reaches', () => {
  it('reports files that nothing or only a test imports', () => {
    const files = ['services/api/src/main.ts', 'services/api/src/app.ts', 'services/api/src/old.ts']
    const imports = [
      { from: 'services/api/src/main.ts', to: 'services/api/src/app.ts' },
      { from: 'services/api/src/old.test.ts', to: 'services/api/src/old.ts' },
    ]
    expect(findUnreachedFiles([...files, 'services/api/src/old.test.ts'], imports)).toEqual([
      'services/api/src/old.ts',
    ])
  })
})
