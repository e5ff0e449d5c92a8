// What a gem specification and a Rakefile say of a project.
import { firstGroup, type Manifest } from "../contract/manifest.ts";

export const gemspec: Manifest = {
  files: [".gemspec", "Rakefile"],
  packages: [".gemspec"],
  read(text, files) {
    const task = /(?:task|Task\.new)[\s(]*:?["']?(test|spec)\b/.exec(text)?.[1];
    const test = task !== undefined ? [`bundle exec rake ${task}`] : files.has(".rspec") ? ["bundle exec rspec"] : [];
    return {
      name: firstGroup(/\.name\s*=\s*["']([^"'#]{1,200})["']/, text),
      description: firstGroup(/\.summary\s*=\s*["']([^"'#]{1,300})["']/, text),
      build: [],
      test,
    };
  },
};
