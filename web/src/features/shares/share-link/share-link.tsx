import { KeyRound, Share2 } from 'lucide-react'
import { paths, sharePath } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'

type ShareLinkProps = {
  /** `self`, or the id of a family member */
  person?: string | undefined
  /** Ids of the reports to be chosen */
  reports?: readonly string[]
  /** Codes of the parameters whose trends are to be chosen */
  trends?: readonly string[]
  size?: 'sm'
  className?: string
}

/** Opens the dialog that shows results to a doctor, with these results chosen. */
export function ShareLink({ size, className, ...chosen }: ShareLinkProps) {
  return (
    <ButtonLink icon={Share2} variant="outline" to={sharePath(chosen)} size={size} className={className}>
      Share with a doctor
    </ButtonLink>
  )
}

/** Opens the list of the links that were made, with who looked. */
export function SharesLink({ variant }: { variant: 'ghost' | 'soft' }) {
  return (
    <ButtonLink icon={KeyRound} variant={variant} size="sm" to={paths.shares}>
      Links I have made
    </ButtonLink>
  )
}
