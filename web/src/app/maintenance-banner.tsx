import type { MaintenanceNotice } from '@jaanch/operations/maintenance/api'
import { Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { dismissedNotice, isCurrent, useMaintenance } from '@/features/operations/maintenance-calls'
import { useStore } from '@/lib/store'
import { useNow } from '@/lib/timing'
import { announce } from '@/ui/announcer'
import { Button } from '@/ui/button'

const texts = {
  label: 'Notice',
  dismiss: 'Dismiss the notice',
}

/** The notice of the operators. It lies over the end of the page, so that nothing moves when it comes or goes. */
export function MaintenanceBanner() {
  const { notice } = useMaintenance()
  return notice && <Timed key={notice.id} notice={notice} />
}

/** How late it may appear and go */
const checkEveryMs = 10_000

function Timed({ notice }: { notice: MaintenanceNotice }) {
  const now = useNow(checkEveryMs)
  const isDismissed = useStore(dismissedNotice) === notice.id
  return !isDismissed && isCurrent(notice, now) && <Banner {...notice} />
}

function Banner({ id, text }: MaintenanceNotice) {
  useEffect(() => announce(text), [text])
  return (
    <aside
      aria-label={texts.label}
      data-maintenance
      className="pointer-events-none fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 px-3 sm:px-6 lg:bottom-[calc(1rem+env(safe-area-inset-bottom))]"
    >
      <div className="pointer-events-auto mx-auto flex w-fit max-w-2xl items-start gap-3 rounded-xl border border-info/30 bg-info-soft py-1 pr-1 pl-4 text-info text-sm shadow-high">
        <Info className="mt-3 size-5 shrink-0" aria-hidden />
        <p className="min-w-0 py-2.5 font-medium [overflow-wrap:anywhere]">{text}</p>
        <Button
          icon={X}
          variant="ghost"
          size="icon"
          className="text-info"
          aria-label={texts.dismiss}
          onClick={() => dismissedNotice.set(id)}
        />
      </div>
    </aside>
  )
}
