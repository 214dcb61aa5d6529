export const shareLink = 'Share with a doctor'
