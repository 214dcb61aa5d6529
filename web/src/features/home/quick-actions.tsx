import { FileUp, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { toast } from '@/ui/toast-store'

const FamilyDialog = lazyDialog(async () => (await import('@/components/family/family-dialog')).FamilyDialog)
const PrescriptionDialog = lazyDialog(
  async () => (await import('@/components/prescription/prescription-dialog')).PrescriptionDialog,
)

export function QuickActions() {
  const [dialog, setDialog] = useState<'upload' | 'family'>()
  const navigate = useNavigate()
  const close = () => setDialog(undefined)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" className="max-sm:grow" onClick={() => setDialog('upload')}>
        <FileUp aria-hidden />
        Upload Prescription
      </Button>
      <Button variant="outline" className="max-sm:grow" onClick={() => setDialog('family')}>
        <UserPlus aria-hidden />
        Add Family Member
      </Button>
      {dialog === 'upload' && (
        <PrescriptionDialog onClose={close} onUploaded={() => navigate(paths.bookings)} />
      )}
      {dialog === 'family' && (
        <FamilyDialog
          onClose={close}
          onAdded={(member) =>
            toast.success('Family member added', `${member.name} can now be chosen when you book.`)
          }
        />
      )}
    </div>
  )
}
