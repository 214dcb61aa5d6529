import { describe, expect, it } from 'vitest'
import { planLogParts, planTableParts } from './part-files.ts'

const sizes = { events: 100, bytes: 1_000 }

describe('the parts of the log', () => {
  it('contain each position up to the head once', () => {
    const parts = planLogParts({ columns: ['position', 'at'] }, 250, sizes)
    expect(parts.map(({ select }) => select)).toEqual([
      'select "position", "at" from "log"."events" where position > 0 and position <= 100',
      'select "position", "at" from "log"."events" where position > 100 and position <= 200',
      'select "position", "at" from "log"."events" where position > 200 and position <= 250',
    ])
    expect(parts[2]?.file).toBe('log.events.0003.zst')
    expect(planLogParts({ columns: ['position'] }, 200, sizes)).toHaveLength(2)
    expect(planLogParts({ columns: ['position'] }, 0, sizes)).toEqual([])
  })
})

describe('the parts of another table', () => {
  const users = { name: 'public.users', columns: ['id'] }

  it('contain each page once, and pages that are added meanwhile', () => {
    const parts = planTableParts({ ...users, pages: 10, bytes: 2_500 }, sizes)
    expect(parts.map(({ select }) => select.replace(/.* where /, ''))).toEqual([
      "ctid >= '(0,0)' and ctid < '(3,0)'",
      "ctid >= '(3,0)' and ctid < '(6,0)'",
      "ctid >= '(6,0)'",
    ])
  })

  it('hold no text of a message about no event: it may be a code or a link', () => {
    const outbox = { name: 'public.outbox', columns: ['id', 'body'], pages: 1, bytes: 1 }
    expect(planTableParts(outbox, sizes).map(({ select }) => select)).toEqual([
      'select "id", case when position is not null then body end from "public"."outbox"',
    ])
  })

  it('are no more than its pages: large values are stored elsewhere', () => {
    expect(planTableParts({ ...users, pages: 1, bytes: 99_000 }, sizes)).toHaveLength(1)
    expect(planTableParts({ ...users, pages: 0, bytes: 0 }, sizes).map(({ select }) => select)).toEqual([
      'select "id" from "public"."users"',
    ])
  })
})
