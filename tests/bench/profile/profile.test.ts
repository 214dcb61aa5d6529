import { expect, it } from 'vitest'
import { buildTree, type CpuProfile, topSelfTimes } from './profile.ts'
import { renderFlameGraph } from './render.ts'

const node = (id: number, functionName: string, url: string, ...children: number[]) => ({
  ...{ id, children, callFrame: { functionName, url, lineNumber: 9 } },
})

const profile: CpuProfile = {
  nodes: [
    node(1, '(root)', '', 2, 3, 4),
    node(2, 'serve', 'file:///srv/jaanch/services/api/src/http/serve.ts', 5),
    node(3, '(idle)', ''),
    node(4, 'serve', 'file:///srv/jaanch/services/api/src/http/serve.ts', 6),
    node(5, 'parse', 'file:///srv/jaanch/node_modules/zod/v4/core.js'),
    node(6, 'parse', 'file:///srv/jaanch/node_modules/zod/v4/core.js'),
  ],
  startTime: 10_000,
  samples: [2, 5, 3, 6, 4],
  timeDeltas: [100, 200, 5_000, 300, 400],
}

it('adds up the calls of a function from one place, without idle time', () => {
  const root = buildTree(profile)
  expect(root.total).toBe(1_000)
  const [serve] = root.children
  expect(root.children).toHaveLength(1)
  expect(serve).toMatchObject({ name: 'serve services/api/src/http/serve.ts:10', self: 500, total: 1_000 })
  expect(serve?.children).toEqual([{ name: 'parse zod/v4/core.js:10', self: 500, total: 500, children: [] }])
})

it('leaves out what came before the load', () => {
  expect(buildTree(profile, 15_000).total).toBe(700)
})

it('lists the functions with the most time of their own', () => {
  expect(topSelfTimes(buildTree(profile), 1)).toEqual([
    { name: 'serve services/api/src/http/serve.ts:10', share: 0.5 },
  ])
})

it('draws a box for each frame that is wide enough, with its share', () => {
  const svg = renderFlameGraph(buildTree(profile), 'api < all')
  expect(svg.match(/<g><title>/g)).toHaveLength(3)
  expect(svg).toContain('<title>parse zod/v4/core.js:10, 50.0 %</title>')
  expect(svg).toContain('<title>api &lt; all</title>')
})
