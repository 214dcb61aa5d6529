import { expect, it } from 'vitest'
import { drawTrace } from './draw.ts'

it('a drawn trace has a bar for each step, where it happened, in the order of their beginnings', () => {
  const picture = drawTrace('A <booking>', [
    { where: 'jaanch-api', name: 'push', start: 1_060, end: 1_061 },
    { where: 'browser of the customer', name: 'click', start: 1_000, end: 1_100 },
  ])
  expect(picture).toContain('A &lt;booking>')
  expect(picture.indexOf('click')).toBeLessThan(picture.indexOf('push'))
  expect(picture).toContain('+60, 1.0 ms')
  expect(picture.match(/<rect x=/g)).toHaveLength(2)
})
