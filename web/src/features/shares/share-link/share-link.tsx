import { KeyRound, Share2 } from 'lucide-react'
import { paths, sharePath } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'

const text = 'Share with a doctor'

const sharesLink = 'Links I have made'

type ShareLinkProps = {
  /** `self`, or the id of a family member */
  person?: string | undefined
  /** Ids of reports that are chosen then */
  reports?: readonly string[]
  /** Codes of parameters whose trends are chosen then */
  trends?: readonly string[]
  size?: 'sm'
  className?: string
}

/** Opens the dialog that shows results to a doctor, with what stands here chosen. */
export function ShareLink({ size, className, ...chosen }: ShareLinkProps) {
  return (
    <ButtonLink
      icon={Share2}
      variant="outline"
      to={sharePath(chosen)}
      {...(size && { size })}
      {...(className && { className })}
    >
      {text}
    </ButtonLink>
  )
}

/** Opens the list of the links that were made, with who looked. */
export function SharesLink({ variant }: { variant: 'ghost' | 'soft' }) {
  return (
    <ButtonLink icon={KeyRound} variant={variant} size="sm" to={paths.shares}>
      {sharesLink}
    </ButtonLink>
  )
}
