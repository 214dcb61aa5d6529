import { expect, it, onTestFinished, vi } from 'vitest'
import { findFailingLoops, findHangingLoops, watchLoop } from '../run-loop.ts'

const name = 'the relay of this test'
// other tests of the process have loops too
const ofThisTest = (sentence: string) => sentence.startsWith(name)
const hanging = () => findHangingLoops().filter(ofThisTest)
const failing = () => findFailingLoops().filter(ofThisTest)

/** A watched loop, and a clock that the test moves. */
function watch(hangsAfterMs = 60_000) {
  let time = 1_000_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  const loop = watchLoop(name, hangsAfterMs)
  onTestFinished(() => {
    loop.close()
    clock.mockRestore()
  })
  return {
    loop,
    pass: (ms: number) => {
      time += ms
    },
  }
}

it('a loop hangs while one pass lasts longer than it may', () => {
  const { loop, pass } = watch()
  loop.begin()
  pass(60_000)
  expect(hanging()).toEqual([])
  pass(1_000)
  expect(hanging()).toEqual([`${name} has stood still for 61 s`])
  loop.progress()
  expect(hanging()).toEqual([])
  pass(61_000)
  expect(hanging()).toHaveLength(1)
  loop.passed()
  pass(3_600_000)
  expect(hanging()).toEqual([])
})

it('a loop that is told to be busy again counts from the first time', () => {
  const { loop, pass } = watch()
  loop.begin()
  pass(40_000)
  loop.begin()
  pass(40_000)
  expect(hanging()).toEqual([`${name} has stood still for 80 s`])
})

it('a loop fails if it fails for half a minute without a success, and still does', () => {
  const { loop, pass } = watch()
  for (let n = 0; n < 4; n += 1) {
    loop.begin()
    loop.failed()
    expect(failing()).toEqual([])
    pass(10_000)
  }
  expect(failing()).toEqual([`${name} has failed for 40 s`])
  expect(hanging()).toEqual([])
  // it waits for longer than loops that matter
  pass(20_000)
  expect(failing()).toEqual([])
  loop.failed()
  expect(failing()).toEqual([`${name} has failed for 60 s`])
  loop.passed()
  expect(failing()).toEqual([])
})

it('a loop that reports progress after failures does not fail any more', () => {
  const { loop, pass } = watch()
  loop.failed()
  pass(31_000)
  loop.failed()
  expect(failing()).toHaveLength(1)
  loop.begin()
  loop.progress()
  expect(failing()).toEqual([])
})
