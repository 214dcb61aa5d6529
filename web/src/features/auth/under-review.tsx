import { Hourglass } from 'lucide-react'
import { Button } from '@/ui/button'
import { AuthNote } from './auth-note'

export const underReview = 'Your lab partner application is under review. You will be notified once approved.'

export function UnderReview({ message, onBack }: { message: string; onBack: () => void }) {
  return (
    <AuthNote icon={Hourglass} variant="accent" title="Application Under Review" text={message}>
      <Button variant="outline" onClick={onBack}>
        Back to Login
      </Button>
    </AuthNote>
  )
}
