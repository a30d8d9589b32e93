// The page's lines go to the standard output, and times are exact.
user_pref("browser.dom.window.dump.enabled", true);
user_pref("privacy.reduceTimerPrecision", false);
user_pref("dom.w3c_touch_events.enabled", 1);
// As few processes as possible, no graphics card.
user_pref("fission.autostart", false);
user_pref("dom.ipc.processCount", 1);
user_pref("dom.ipc.processPrelaunch.enabled", false);
user_pref("browser.sessionstore.resume_from_crash", false);
user_pref("extensions.webextensions.remote", false);
user_pref("media.rdd-process.enabled", false);
user_pref("media.utility-process.enabled", false);
user_pref("network.process.enabled", false);
user_pref("layers.gpu-process.enabled", false);
user_pref("gfx.webrender.software", true);
user_pref("layers.acceleration.disabled", true);
user_pref("media.hardware-video-decoding.enabled", false);
user_pref("webgl.disabled", true);
// No pages, questions and connections of its own.
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.newtab.preload", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.search.suggest.enabled", false);
user_pref("browser.tabs.unloadOnLowMemory", false);
user_pref("browser.translations.enable", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("datareporting.healthreport.uploadEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("toolkit.telemetry.unified", false);
user_pref("toolkit.startup.max_resumed_crashes", -1);
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("extensions.pocket.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.dns.disablePrefetch", true);
user_pref("network.prefetch-next", false);
user_pref("services.settings.server", "data:,");
user_pref("signon.rememberSignons", false);
user_pref("accessibility.force_disabled", 1);
// Emulation is slow where programs write programs.
user_pref("javascript.options.blinterp", false);
user_pref("javascript.options.baselinejit", false);
user_pref("javascript.options.ion", false);
user_pref("javascript.options.asmjs", false);
user_pref("javascript.options.native_regexp", false);
// The page gets every report of the finger.
user_pref("dom.events.coalesce.touchmove", false);
