/**
 * Parts of Chromium's own window that each new window would load, such as pages behind its address bar. No test sees them. Without them,
 * a new browser context takes 0.35 s of processor time instead of 0.83 s.
 */
const unusedParts = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** A process that Chromium starts for a page that may come next. Tests open few pages each, so most of these would go unused. */
const spareProcess = 'SpareRendererForSitePerProcess';

/** What Playwright disables itself. Chromium reads only the last list, so ours repeats it. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * V8's slowest compiler makes code that runs for minutes fast. A test opens its pages for seconds: without it, tests take a tenth less of the
 * processor.
 */
const engineFlags = '--no-opt';

/** The command line of Chromium in the tests, besides what Playwright adds. */
export const browserArguments: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--js-flags=${engineFlags}`,
  `--disable-features=${[...disabledByPlaywright, ...unusedParts, spareProcess].join(',')}`,
];
