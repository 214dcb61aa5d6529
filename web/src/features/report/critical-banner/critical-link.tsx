import { PhoneCall } from 'lucide-react'
import { useOpenCriticalCalls } from '@/features/report/critical-calls'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'

const texts = {
  label: 'Urgent calls',
  count: (count: number) => `${count} open`,
}

/** A lab's way to its calls, with how many are open. */
export function CriticalLink() {
  const count = useOpenCriticalCalls()
  return (
    <ButtonLink icon={PhoneCall} to={paths.labCritical} variant="outline">
      {texts.label}
      {count > 0 && <Badge variant="error">{texts.count(count)}</Badge>}
    </ButtonLink>
  )
}
