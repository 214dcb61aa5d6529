import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '@/ui/lazy-part'
import { PanelSkeleton } from './collection-frame'

const CollectionPanel = lazyPart(async () => (await import('./collection-panel')).CollectionPanel)

/** Loads the panel after the list: it shows the same skeleton first anyway. */
export function LazyCollectionPanel(props: ComponentProps<typeof CollectionPanel>) {
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <CollectionPanel {...props} />
    </Suspense>
  )
}
