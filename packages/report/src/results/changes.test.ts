import { expect, it } from 'vitest'
import { changesBetween, changesText, onlyAdds } from './changes.ts'

const result = (code: string, text: string, foreignUnit: string | null = null) => {
  return { text, foreignUnit, parameter: { code, name: `${code} name`, unit: 'g/dL' } }
}

it('what a version changed is listed with both values: what was corrected, withdrawn and added', () => {
  const before = [result('HGB', '6.1'), result('NA', '110'), result('K', '5.0')]
  const after = [result('HGB', '11.1'), result('K', '5.0'), result('TSH', '2.0', 'mU/L')]
  const changes = changesBetween(before, after)
  expect(changes).toEqual([
    { code: 'HGB', name: 'HGB name', before: '6.1 g/dL', after: '11.1 g/dL' },
    { code: 'TSH', name: 'TSH name', before: null, after: '2.0 mU/L' },
    { code: 'NA', name: 'NA name', before: '110 g/dL', after: null },
  ])
  expect(changesText(changes ?? [])).toBe(
    'Corrected: HGB name from 6.1 g/dL to 11.1 g/dL. Withdrawn: NA name, which was 110 g/dL. Added: TSH name.',
  )
})

it('a version that only adds results amends nothing', () => {
  const before = [result('HGB', '6.1')]
  expect(onlyAdds(changesBetween(before, [...before, result('TSH', '2.0')]))).toBe(true)
  expect(onlyAdds(changesBetween(before, [result('HGB', '7'), result('TSH', '2.0')]))).toBe(false)
  expect([onlyAdds([]), onlyAdds(null)]).toEqual([false, false])
})

it('a version after a file changed nothing that can be listed, and one that withdrew everything says so', () => {
  expect(changesBetween([], [result('HGB', '6.1')])).toBeNull()
  expect(changesBetween([result('HGB', '6.1')], [])).toHaveLength(1)
  expect(changesText([])).toBe('')
})
