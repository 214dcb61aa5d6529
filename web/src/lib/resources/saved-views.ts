import type { SavedView } from '@jaanch/contracts/http/saved-views'
import { mutate } from 'swr'
import { useList } from '../cache/use-resource'
import { ignoreMissing } from '../http/api-error'
import { call } from '../http/call'

const views = '/api/users/me/views'

export type ViewPage = SavedView['page']

/** The caller's saved views of a list. */
export function useSavedViews(page: ViewPage) {
  const list = useList(views)
  return { ...list, rows: list.rows.filter((view) => view.page === page) }
}

export async function saveView(body: Omit<SavedView, 'id'>): Promise<SavedView> {
  const view = await call('PUT', views, { body })
  await mutate(views)
  return view
}

/** Says that a view is used, so that it is kept. Nobody waits for it. */
export function noteUse({ id }: Pick<SavedView, 'id'>): void {
  call('PUT', '/api/users/me/views/:id/use', { params: { id } }).catch((error: unknown) => {
    console.warn('That a view was used is noted the next time', error)
  })
}

export async function removeView({ id }: Pick<SavedView, 'id'>): Promise<void> {
  await ignoreMissing(call('DELETE', '/api/users/me/views/:id', { params: { id } }))
  await mutate(views)
}
