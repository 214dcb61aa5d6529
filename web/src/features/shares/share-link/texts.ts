export const shareLink = 'Share with a doctor'
export const sharesLink = 'Links I have made'
