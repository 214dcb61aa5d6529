import { PhoneCall } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useOpenCriticalCalls } from '@/features/report/critical-calls'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { announce } from '@/ui/announcer'
import { ButtonLink } from '@/ui/button'

const texts = {
  label: 'Urgent calls',
  title: (count: number) => (count === 1 ? '1 urgent call is open' : `${count} urgent calls are open`),
  text: 'A customer or doctor has to hear a result by phone now.',
  open: 'Open the calls',
}

/** Shown on every page to those who have to call, while a call is open; not on the page of the calls itself. */
export function CriticalBanner() {
  const { role } = useUser()
  const count = useOpenCriticalCalls()
  const { pathname } = useLocation()
  const to = role === 'admin' ? paths.adminCritical : paths.labCritical
  return count > 0 && pathname !== to && <Banner count={count} to={to} />
}

function Banner({ count, to }: { count: number; to: string }) {
  const title = texts.title(count)
  useEffect(() => announce(title), [title])
  return (
    <aside
      aria-label={texts.label}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-error/40 bg-error-soft p-3 pl-4 text-error"
    >
      <PhoneCall className="size-5 shrink-0" aria-hidden />
      <div className="min-w-0 grow basis-48">
        <p className="font-semibold">{title}</p>
        <p className="text-xs">{texts.text}</p>
      </div>
      <ButtonLink to={to} variant="outline" className="max-sm:w-full">
        {texts.open}
      </ButtonLink>
    </aside>
  )
}
