export const settingsCalls = {
  save: '/api/email-settings',
  test: '/api/email-settings/test',
  connect: '/api/email-settings/microsoft/connect',
  /** As specified, these calls name no credentials; the browser sends its cookies to its own site anyway. */
  init: {},
}
