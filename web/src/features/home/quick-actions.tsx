import { FileUp, UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast-store'

const FamilyDialog = lazy(async () => ({
  default: (await import('@/components/family/family-dialog')).FamilyDialog,
}))
const PrescriptionDialog = lazy(async () => ({
  default: (await import('@/components/prescription/prescription-dialog')).PrescriptionDialog,
}))

export function QuickActions() {
  const [open, setOpen] = useState<'upload' | 'family'>()
  const navigate = useNavigate()
  const close = () => setOpen(undefined)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" className="max-sm:grow" onClick={() => setOpen('upload')}>
        <FileUp aria-hidden />
        Upload Prescription
      </Button>
      <Button variant="outline" className="max-sm:grow" onClick={() => setOpen('family')}>
        <UserPlus aria-hidden />
        Add Family Member
      </Button>
      <Suspense>
        {open === 'upload' && (
          <PrescriptionDialog onClose={close} onUploaded={() => navigate(paths.bookings)} />
        )}
        {open === 'family' && (
          <FamilyDialog
            onClose={close}
            onAdded={(member) =>
              toast.success('Family member added', `${member.name} can now be chosen when you book.`)
            }
          />
        )}
      </Suspense>
    </div>
  )
}
