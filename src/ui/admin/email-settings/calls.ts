export const settingsCalls = {
  save: '/api/email-settings',
  test: '/api/email-settings/test',
  connect: '/api/email-settings/microsoft/connect',
  /** As specified, these calls set no credentials. The browser sends cookies to its own site anyway. */
  init: {},
}
