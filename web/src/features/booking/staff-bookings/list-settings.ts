import { createStoredSetting } from '@/lib/storage'

export type Layout = 'cards' | 'table'

type ListSettings = {
  /** undefined: as the screen begins */
  layout: Layout | undefined
  /** The columns that are not shown */
  hidden: readonly string[]
}

/** How this browser's user likes the staff lists. */
export const listSettings = createStoredSetting<ListSettings>('booking-lists', (stored) => {
  const { layout, hidden } = (stored ?? {}) as Partial<Record<keyof ListSettings, unknown>>
  return {
    layout: layout === 'cards' || layout === 'table' ? layout : undefined,
    hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : [],
  }
})
