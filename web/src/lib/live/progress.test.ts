import { expect, test } from 'vitest'
import { createProgress } from './progress'

test('the first connect asks after the least of the shown answers', () => {
  const progress = createProgress()
  progress.answered('a', 120)
  progress.answered('b', 100)
  expect(progress.asked()).toBe(100)
})

test('messages before caught-up move nothing: a connection that dies half-way asks the same again', () => {
  const progress = createProgress()
  progress.answered('a', 100)
  progress.asked()
  progress.moved(101)
  progress.moved(150)
  expect(progress.asked()).toBe(100)
})

test('caught-up moves every answer to the position told', () => {
  const progress = createProgress()
  progress.answered('a', 100)
  progress.answered('b', 120)
  progress.asked()
  expect(progress.caughtUp(200)).toEqual([])
  expect(progress.asked()).toBe(200)
})

test('from caught-up on each message moves it, but its own position may have more rows to come', () => {
  const progress = createProgress()
  progress.answered('a', 100)
  progress.asked()
  progress.caughtUp(200)
  progress.moved(205)
  expect(progress.asked()).toBe(204)
})

test('without an after, an answer from before the caught-up position is behind and is fetched again', () => {
  const progress = createProgress()
  expect(progress.asked()).toBe(0)
  progress.answered('slow', 90)
  progress.answered('fresh', 100)
  expect(progress.caughtUp(100)).toEqual(['slow'])
  progress.moved(110)
  expect(progress.after()).toBe(90)
  expect(progress.answered('slow', 110)).toBe(false)
  expect(progress.after()).toBe(109)
})

test('an answer that comes after caught-up and reaches less than the connection covers is behind', () => {
  const progress = createProgress()
  progress.answered('a', 100)
  progress.asked()
  progress.caughtUp(200)
  expect(progress.answered('late', 99)).toBe(true)
  expect(progress.answered('late', 150)).toBe(false)
})

test('after start-over nothing counts any more, and what is fetched then is whole', () => {
  const progress = createProgress()
  progress.answered('a', 5000)
  progress.asked()
  progress.restart()
  expect(progress.answered('a', 7)).toBe(false)
  progress.moved(9)
  expect(progress.asked()).toBe(8)
})
