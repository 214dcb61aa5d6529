import { Mail, Phone } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { cn } from '@/lib/class-names'
import { readSupport, type Support } from '@/lib/operator'

type SupportContactProps = {
  /** The text before the contact: 'Questions?' */
  lead?: string
  className?: string
  linkClassName?: string
}

let known: Support | null | undefined
const neverChanges = () => () => {}
function readOnce(): Support | null {
  if (known === undefined) known = readSupport()
  return known
}

/** Phone, e-mail and hours of the installation's support. Nothing without them, and in pages that the build renders. */
export function SupportContact({ lead, className, linkClassName = 'text-brand-ink' }: SupportContactProps) {
  const support = useSyncExternalStore(neverChanges, readOnce, () => null)
  if (!support) return null
  const { phone, email, hours } = support
  const link = cn(
    'inline-flex min-h-11 items-center gap-1.5 font-semibold hover:underline pointer-fine:sm:min-h-8 [&_svg]:size-4',
    linkClassName,
  )
  return (
    <div className={cn('flex flex-wrap items-center gap-x-4 text-sm', className)}>
      {lead && <span>{lead}</span>}
      {phone && (
        <a
          href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
          className={cn(link, 'whitespace-nowrap tabular-nums')}
        >
          <Phone aria-hidden />
          <span className="sr-only">Call </span>
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={cn(link, 'min-w-0 break-all')}>
          <Mail className="shrink-0" aria-hidden />
          <span className="sr-only">Write to </span>
          {email}
        </a>
      )}
      {hours && <span className="tabular-nums">{hours}</span>}
    </div>
  )
}
