# Prints methods of the classes and modules of Ruby's standard library for ../library-members.mjs.
LIBRARIES = %w[
  set json time date pathname uri net/http logger stringio erb fileutils tempfile tmpdir optparse open3 digest securerandom
  forwardable delegate singleton observer ostruct timeout monitor socket csv yaml strscan bigdecimal benchmark zlib openssl etc
  ripper shellwords tsort base64 cgi open-uri resolv ipaddr pstore drb readline reline pp prettyprint abbrev objspace weakref find
  getoptlong coverage fiddle fiddle/import io/console
]
LIBRARIES.each { |library| require library }

puts "# Ruby #{RUBY_VERSION}, public and protected methods of every class and module, with the libraries"
puts "# #{LIBRARIES.join(" ")}"
ObjectSpace.each_object(Module) do |owner|
  puts owner.instance_methods(false), owner.singleton_class.instance_methods(false)
end
# Private to be called by their names alone.
[BasicObject, Object, Kernel, Module, Class].each { |owner| puts owner.private_instance_methods(false) }
